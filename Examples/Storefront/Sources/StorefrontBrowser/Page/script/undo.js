// The removals that can be undone, newest first, each with a countdown. The device ends an offer.
import { make } from "./dom.js";

export class UndoOffers {
  // `undo(id)` is called for a press, and `leave(id)` when a focused button is removed. `place(id)`
  // returns the row of the removed line; without one, the offer is shown above the tabs.
  constructor(undo, leave, place) {
    Object.assign(this, { undo, leave, place });
    this.shown = new Map();
    this.element = make("div", { class: "offers" });
    // Each offer is announced once; the countdown is silent.
    this.spoken = make("div", { class: "spoken", role: "status" });
  }

  show(offers) {
    for (const [id, { element, timer }] of this.shown) {
      if (offers.some((offer) => offer.id === id)) continue;
      const isFocused = element.contains(document.activeElement);
      clearInterval(timer);
      element.remove();
      this.shown.delete(id);
      if (isFocused) this.leave(id);
    }
    for (const offer of offers.toReversed()) {
      if (!this.shown.has(offer.id)) this.add(offer);
    }
    if (offers.length === 0) this.spoken.textContent = "";
  }

  add({ id, name, grace }) {
    const end = performance.now() + grace;
    const seconds = () => Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const left = make("span", { class: "left", "aria-hidden": "true" });
    const rest = make("span", { class: "rest", "aria-hidden": "true" });
    const count = () => { left.textContent = `${seconds()} s`; };
    const element = make("div", { class: "offer", "data-offer": id },
      make("span", { class: "removed" }, `Removed ${name}`), left,
      make("button", {
        type: "button", "aria-label": `Undo the removal of ${name}`, onclick: () => this.undo(id),
      }, "Undo"), rest);
    rest.style.animationDuration = `${grace}ms`;
    count();
    this.shown.set(id, { element, timer: setInterval(count, 250) });
    this.arrange();
    this.spoken.textContent = `Removed ${name}. You can undo this for ${Math.ceil(grace / 1000)} seconds.`;
  }

  // Moves each offer to its place, which changes with the screen.
  arrange() {
    for (const [id, { element }] of this.shown) {
      const place = this.place(id) ?? this.element;
      if (element.parentElement !== place) place === this.element ? place.prepend(element) : place.append(element);
    }
  }
}
