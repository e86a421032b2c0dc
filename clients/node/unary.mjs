// The smallest player: asks for a decision, makes the first legal move, asks again.
// BESSEMER_TOKEN=bsm_... node unary.mjs ADDR MATCH_ID SEAT [PROTO_DIR]

import { Referee } from "./referee.mjs";

const [address, match_id, seat, proto] = process.argv.slice(2);
const referee = new Referee(address, process.env.BESSEMER_TOKEN, { proto });
const place = { match_id, seat: Number(seat) };
try {
  let end = null;
  while (!end) {
    const asked = { ...place, max_legal_moves: 1, wait: { seconds: 30 } };
    const { decision, ended } = await referee.call("GetDecision", asked);
    if (decision) {
      const [move] = decision.legal_moves;
      await referee.call("SubmitMove", { ...place, turn: decision.turn, move });
    }
    end = ended;
  }
  console.log(JSON.stringify({ rank: end.result.ranks[seat], scores: end.result.scores }));
} catch (error) {
  console.error(`unary: ${error.details ?? error.message}`);
  process.exitCode = 1;
}
referee.close();
