// The smallest player: asks for a decision, chooses until it has a move, submits it, asks again.
// BESSEMER_TOKEN=bsm_... node unary.mjs ADDR MATCH_ID SEAT [PROTO_DIR]

import { decide, luck } from "./choices.mjs";
import { Referee } from "./referee.mjs";

const [address, match_id, seat, proto] = process.argv.slice(2);
const referee = new Referee(address, process.env.BESSEMER_TOKEN, { proto });
const place = { match_id, seat: Number(seat) };
const below = luck(place.seat);
try {
  let end = null;
  while (!end) {
    const asked = { ...place, with_choices: true, wait: { seconds: 30 } };
    const { decision, ended } = await referee.call("GetDecision", asked);
    if (decision) {
      const answer = await decide(referee, place, decision, below);
      if (answer) await referee.call("SubmitMove", { ...place, ...answer });
    }
    end = ended;
  }
  console.log(JSON.stringify({ rank: end.result.ranks[seat], scores: end.result.scores }));
} catch (error) {
  console.error(`unary: ${error.details ?? error.message}`);
  process.exitCode = 1;
}
referee.close();
