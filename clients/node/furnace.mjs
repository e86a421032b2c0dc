// How the bot plays Furnace: it reads the set-up and the view, and answers with a legal move.
//
// The rules that it needs are those in docs/games/furnace.md.

const RESOURCES = ["coal", "iron", "oil", "upgrades", "money"];
const MONOPOLIST = "K4";
const SPECULATOR = "K2";
const PLANS_TRIED = 600;

// What a resource is worth in money while there are rounds to use it in, and at the end.
const PRICES = { coal: 0.9, iron: 1.6, oil: 2.4, upgrades: 1.6, money: 1 };
const LAST_PRICES = { coal: 0.01, iron: 0.01, oil: 0.01, upgrades: 0, money: 1 };

const isProcessing = (effect) => effect.takes !== null;

/** How often the stock can pay for a processing, but not more than `most` times. */
function affordable(effect, stock, most) {
  for (const resource of RESOURCES) {
    const price = effect.takes[resource];
    if (price > 0) most = Math.min(most, Math.floor(stock[resource] / price));
  }
  return most;
}

/** Takes and gives, so many times over. */
function carryOut(effect, stock, times) {
  for (const resource of RESOURCES) {
    const change = effect.gives[resource] - (effect.takes?.[resource] ?? 0);
    stock[resource] += change * times;
  }
}

function worth(stock, prices) {
  return RESOURCES.reduce((sum, resource) => sum + stock[resource] * prices[resource], 0);
}

/** What doing an effect once brings. */
function gain(effect, prices) {
  return worth(effect.gives, prices) - (effect.takes ? worth(effect.takes, prices) : 0);
}

export class Furnace {
  constructor(setup, seat) {
    this.seat = seat;
    this.rounds = setup.rounds;
    this.companies = new Map(setup.companies.map((company) => [company.card, company]));
    this.startups = new Map(setup.startups.map((startup) => [startup.card, startup]));
    this.luck = seat + 1;
  }

  /** The Move that answers a decision of this kind. */
  decide(kind, view) {
    const me = view.players[this.seat];
    switch (kind) {
      case "bid":
        return { furnace: { bid: this.bid(view, me) } };
      case "compensation":
        return { furnace: { compensation: this.compensation(view, me) } };
      case "placement":
        return { furnace: { chain_placement: this.placement(me) } };
      case "plan":
        return { furnace: { production_plan: this.plan(view, me) } };
      default:
        throw new Error(`this bot does not know the decision ${kind}`);
    }
  }

  // ----------------------------------------------------------------------------------- bids

  bid(view, me) {
    let best = null;
    for (const value of new Set(me.discs)) {
      for (const { card, discs } of view.row) {
        const holdsMine = discs.some((disc) => disc.seat === this.seat);
        const holdsEqual = discs.some((disc) => disc.value === value);
        if (holdsMine && me.capitalist !== MONOPOLIST) continue;
        if (holdsEqual && me.capitalist !== SPECULATOR) continue;
        const score = this.promise(view, value, card, discs);
        if (best === null || score > best.score) best = { score, bid: { value, card } };
      }
    }
    return best.bid;
  }

  /** What a disc on a card brings, less what a disc of its value brings on average. */
  promise(view, value, card, discs) {
    const company = this.companies.get(card);
    const roundsLeft = this.rounds - view.round;
    const income = this.lineValue(company.basic);
    const later = 0.5 * this.lineValue(company.additional);
    const won = income * (roundsLeft + 1) + later * roundsLeft;
    const outbid = Math.max(0, gain(company.compensation, PRICES)) * value;
    if (discs.some((disc) => disc.value >= value)) return outbid - 2 * value;
    let higher = view.agent ? view.agent.discs.filter((other) => other > value).length : 0;
    view.players.forEach((player, seat) => {
      if (seat !== this.seat) higher += player.discs.filter((other) => other > value).length;
    });
    const holds = 0.75 ** higher;
    return holds * won + (1 - holds) * outbid - 2 * value;
  }

  /** What a line brings in one round, roughly: a processing needs something to process. */
  lineValue(effect) {
    if (!isProcessing(effect)) return gain(effect, PRICES);
    return 0.6 * effect.limit * Math.max(0, gain(effect, PRICES));
  }

  // -------------------------------------------------------------------------- compensations

  /** Does each processing as often as it can be paid, if it pays. */
  compensation(view, me) {
    const prices = this.pricesIn(view);
    const stock = { ...me.stock };
    const counts = [];
    for (const { effect, times } of me.claims) {
      let count = times; // an extraction is paid without being asked for
      if (isProcessing(effect)) {
        count = gain(effect, prices) > 0 ? affordable(effect, stock, times) : 0;
        counts.push(count);
      }
      carryOut(effect, stock, count);
    }
    return { counts };
  }

  // ------------------------------------------------------------------------- the chain variant

  /** New mines to the left, where they feed the others; other new cards to the right. */
  placement(me) {
    const fresh = me.companies.filter((card) => !me.line.includes(card));
    const isMine = (card) => !isProcessing(this.companies.get(card).basic);
    const others = fresh.filter((card) => !isMine(card));
    return { line: [...fresh.filter(isMine), ...me.line, ...others] };
  }

  // ------------------------------------------------------------------------------- production

  /** The best of many plans: each an order, counts and flips, run as the referee will run it. */
  plan(view, me) {
    const cards = me.line.length > 0 ? me.line : [me.startup, ...me.companies];
    let best = null;
    for (let tried = 0; tried < PLANS_TRIED; tried++) {
      const order = me.line.length > 0 ? cards : this.shuffled(cards);
      const plan = this.run(view, me, order, tried % 2 === 0);
      if (best === null || plan.worth > best.worth) best = plan;
    }
    return { steps: best.steps };
  }

  /** A legal plan in this order, with what it is worth. */
  run(view, me, order, greedy) {
    const prices = this.pricesIn(view);
    const roundsLeft = this.rounds - view.round;
    const stock = { ...me.stock };
    const upgraded = new Set(me.upgraded);
    const steps = [];
    let future = 0;
    for (const card of order) {
      const step = { card, counts: [], flips: [] };
      if (card === me.startup) stock.upgrades += 1;
      for (const effect of this.activeLines(card, upgraded)) {
        let count = 1;
        if (isProcessing(effect)) {
          const most = affordable(effect, stock, effect.limit);
          count = greedy ? most : this.below(most + 1);
          step.counts.push(count);
        }
        carryOut(effect, stock, count);
      }
      if (card === me.startup) {
        step.flips = this.flips(me, stock);
        for (const flipped of step.flips) {
          upgraded.add(flipped);
          future += roundsLeft * this.lineValue(this.companies.get(flipped).additional);
        }
        stock.coal -= step.flips.length;
        stock.upgrades -= step.flips.length;
      }
      steps.push(step);
    }
    return { steps, worth: worth(stock, prices) + future };
  }

  /** The lines that a card runs when it is reached, top to bottom. */
  activeLines(card, upgraded) {
    const startup = this.startups.get(card);
    if (startup) return [startup.trade];
    const { basic, additional } = this.companies.get(card);
    return upgraded.has(card) ? [basic, additional] : [basic];
  }

  /** Some companies to flip, for 1 coal and 1 upgrade token each. */
  flips(me, stock) {
    const most = Math.min(stock.coal, stock.upgrades);
    const unflipped = me.companies.filter((card) => !me.upgraded.includes(card));
    return this.shuffled(unflipped).slice(0, this.below(most + 1));
  }

  pricesIn(view) {
    return view.round < this.rounds ? PRICES : LAST_PRICES;
  }

  // -------------------------------------------------------------------------------- its luck

  /** A number from 0 to n - 1; the same ones in every match, so that a match can be repeated. */
  below(n) {
    this.luck = (Math.imul(this.luck, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.luck / 2 ** 32) * n);
  }

  shuffled(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const pick = this.below(last + 1);
      [order[last], order[pick]] = [order[pick], order[last]];
    }
    return order;
  }
}
