// Lays out a screen; the states of its components arrive in separate patches.
import { draw, make, set } from "./dom.js";

// Returns the elements that contain the components, by component ID.
export function layOut(content, screen, actions) {
  const places = new Map();
  const place = (id, element) => { places.set(id, element); return element; };
  content.replaceChildren();
  if (screen.message !== undefined) {
    content.append(make("p", { class: "message", role: "status" }, screen.message));
    if (screen.canReload) {
      content.append(make("p", { class: "message" },
        make("button", { class: "plain", type: "button", onclick: actions.reload }, "Try again")));
    }
    return places;
  }
  for (const section of screen.sections) {
    if (section.title) content.append(make("h3", {}, section.title));
    content.append(make("ul", { class: `rows ${section.style}` },
      ...section.rows.map((row) => layRow(row, section.style, place, actions))));
  }
  return places;
}

function layRow(row, style, place, actions) {
  const words = make("div", { class: "words" });
  if (row.title) {
    const title = make("b", {}, row.title);
    words.append(row.link ? link(row.link, title, actions) : title);
  }
  if (row.text) words.append(make("p", {}, row.text));
  const trail = make("div", { class: "trail" },
    ...row.trail.map((id) => place(id, make("div", { class: "shown" }))));
  return make("li", { class: "row", tabindex: "-1" },
    row.lead ? place(row.lead, make("div", { class: "shown" })) : null,
    row.art ? make("img", { class: "art", src: `/page/art/${row.art}.svg`, alt: "" }) : null,
    words.childNodes.length > 0 ? words : null,
    row.trail.length > 0 ? trail : null);
}

// A deep link: a press opens it on this device, and its address can be copied.
export function link(path, child, actions, attributes = {}) {
  return make("a", {
    href: path, ...attributes,
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || path.includes("?")) return;
      event.preventDefault();
      actions.open(path);
    },
  }, child);
}

// The button that opens the timeline of a component's item.
export function watchButton(label, isOpen, toggle) {
  const button = make("button", {
    class: "watch", type: "button", title: "Timeline", "aria-label": `Timeline of ${label}`, onclick: toggle,
  }, draw("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
    draw("path", { d: "M2 14.5h4.5v-9h5v5h6.5M11.5 3.5v3M6.5 12.5v4" })));
  set(button, "aria-expanded", isOpen);
  return button;
}
