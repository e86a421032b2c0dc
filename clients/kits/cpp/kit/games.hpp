// A bot for each game, with a method for each kind of decision; what you leave out gets the default move.
#pragma once

#include "bot.hpp"
#include "turn.hpp"

namespace bessemer::kit {

class FurnaceBot : public Bot {
  public:
    using View = v1::FurnaceView;
    std::string game() const override { return "furnace"; }
    virtual Answer bid(const View&, Turn&) { return {}; }
    virtual Answer compensation(const View&, Turn&) { return {}; }
    virtual Answer placement(const View&, Turn&) { return {}; }
    virtual Answer plan(const View&, Turn&) { return {}; }

    Answer decide(Turn& turn) override {
        const View& view = turn.decision().view().furnace();
        if (turn.kind() == "bid") return bid(view, turn);
        if (turn.kind() == "compensation") return compensation(view, turn);
        if (turn.kind() == "placement") return placement(view, turn);
        if (turn.kind() == "plan") return plan(view, turn);
        return {};
    }
};

class BrassBot : public Bot {
  public:
    using View = v1::BrassView;
    std::string game() const override { return "brass"; }
    virtual Answer action(const View&, Turn&) { return {}; }
    virtual Answer sale(const View&, Turn&) { return {}; }
    virtual Answer shortfall(const View&, Turn&) { return {}; }

    Answer decide(Turn& turn) override {
        const View& view = turn.decision().view().brass();
        if (turn.kind() == "action") return action(view, turn);
        if (turn.kind() == "sale") return sale(view, turn);
        if (turn.kind() == "shortfall") return shortfall(view, turn);
        return {};
    }
};

class AlchemicusBot : public Bot {
  public:
    using View = v1::AlchemicusView;
    std::string game() const override { return "alchemicus"; }
    virtual Answer draw(const View&, Turn&) { return {}; }
    virtual Answer noctis(const View&, Turn&) { return {}; }
    virtual Answer defence(const View&, Turn&) { return {}; }
    virtual Answer move(const View&, Turn&) { return {}; }
    virtual Answer reward(const View&, Turn&) { return {}; }
    virtual Answer clearing(const View&, Turn&) { return {}; }
    virtual Answer build(const View&, Turn&) { return {}; }
    virtual Answer spirit(const View&, Turn&) { return {}; }
    virtual Answer acquire(const View&, Turn&) { return {}; }
    virtual Answer transport(const View&, Turn&) { return {}; }
    virtual Answer transmute(const View&, Turn&) { return {}; }
    virtual Answer sale(const View&, Turn&) { return {}; }
    virtual Answer buy_back(const View&, Turn&) { return {}; }
    virtual Answer gifts(const View&, Turn&) { return {}; }
    virtual Answer gloria(const View&, Turn&) { return {}; }
    virtual Answer hand_limit(const View&, Turn&) { return {}; }

    Answer decide(Turn& turn) override {
        const View& view = turn.decision().view().alchemicus();
        if (turn.kind() == "draw") return draw(view, turn);
        if (turn.kind() == "noctis") return noctis(view, turn);
        if (turn.kind() == "defence") return defence(view, turn);
        if (turn.kind() == "move") return move(view, turn);
        if (turn.kind() == "reward") return reward(view, turn);
        if (turn.kind() == "clearing") return clearing(view, turn);
        if (turn.kind() == "build") return build(view, turn);
        if (turn.kind() == "spirit") return spirit(view, turn);
        if (turn.kind() == "acquire") return acquire(view, turn);
        if (turn.kind() == "transport") return transport(view, turn);
        if (turn.kind() == "transmute") return transmute(view, turn);
        if (turn.kind() == "sale") return sale(view, turn);
        if (turn.kind() == "buy-back") return buy_back(view, turn);
        if (turn.kind() == "gifts") return gifts(view, turn);
        if (turn.kind() == "gloria") return gloria(view, turn);
        if (turn.kind() == "hand-limit") return hand_limit(view, turn);
        return {};
    }
};

}  // namespace bessemer::kit
