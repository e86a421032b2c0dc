// A sound when it is one's turn: off unless it is wanted, which is remembered.

import { keep, setting } from "../settings.js";

export class Bell {
  isOn() {
    return setting("sound") === "on";
  }

  /** Turn it on or off; whether it is on now. */
  toggle() {
    keep("sound", this.isOn() ? "" : "on");
    this.ring();
    return this.isOn();
  }

  ring() {
    if (!this.isOn()) return;
    const context = new AudioContext();
    const loudness = context.createGain();
    loudness.gain.setValueAtTime(0.15, context.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
    const tone = context.createOscillator();
    tone.frequency.value = 660;
    tone.connect(loudness).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.5);
    tone.addEventListener("ended", () => context.close());
  }
}
