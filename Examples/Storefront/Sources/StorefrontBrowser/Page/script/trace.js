// Draws the paths of events along the responder chain.
import { make } from "./dom.js";

export class Trace {
  constructor(close) {
    this.list = make("ol", { "aria-live": "polite", tabindex: "0", "aria-label": "Events" });
    this.element = make("section", { class: "drawer trace", "aria-label": "Event trace" },
      make("header", {}, make("h2", {}, "Events along the chain"),
        make("button", { class: "close", type: "button", "aria-label": "Close the trace", onclick: close }, "✕")),
      make("p", { class: "hint" }, "Each event rises from its sender to the device. The newest event is first."),
      this.list);
  }

  add(trace) {
    this.list.prepend(make("li", { class: "event", "data-event": trace.event },
      make("b", {}, trace.event), " ", make("span", { class: "outcome" }, trace.outcome),
      make("ol", { class: "way" }, ...trace.steps.map((step) =>
        make("li", {}, make("span", { class: "node" }, step.node), " ",
          make("span", { class: /^(stops|passes|handles)/.test(step.decision) ? "handles" : "nothing" }, step.decision),
          ...step.writes.map((write) => make("span", { class: "write" }, write)))))));
    while (this.list.children.length > 20) this.list.lastChild.remove();
  }
}
