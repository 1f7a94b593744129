// Lays out a screen; the states of its components arrive in separate patches.
import { draw, make, set } from "./dom.js";

// Lays a screen out over its former layout. Rows that remain are kept in place, so that a repeated
// layout changes neither the focus nor a text that is being typed. Returns the layout, whose `places`
// are the elements that contain the components, by component ID.
export function layOut(content, screen, actions, former = { rows: new Map(), lists: new Map() }) {
  const layout = { rows: new Map(), lists: new Map(), places: new Map() };
  if (screen.message !== undefined) {
    content.replaceChildren(make("p", { class: "message", role: "status" }, screen.message));
    if (screen.canReload) {
      content.append(make("p", { class: "message" },
        make("button", { class: "plain", type: "button", onclick: actions.reload }, "Try again")));
    }
    return layout;
  }
  const parts = screen.sections.flatMap((section, index) => {
    const key = `${index} ${section.style}`;
    const list = former.lists.get(key) ?? make("ul", { class: `rows ${section.style}` });
    layout.lists.set(key, list);
    arrange(list, section.rows.map((row) => {
      // The text and the removal of a row can change; with anything else, such as a first text, it is
      // another row.
      const shape = JSON.stringify([key, { ...row, text: row.text === undefined, isRemoved: undefined }]);
      const laid = former.rows.get(shape) ?? layRow(row, section.style, actions);
      laid.show(row);
      layout.rows.set(shape, laid);
      for (const [id, place] of laid.places) layout.places.set(id, place);
      return laid.element;
    }));
    return section.title ? [make("h3", {}, section.title), list] : [list];
  });
  if (!screen.sections.some(({ style }) => style === "form")) {
    arrange(content, parts);
    return layout;
  }
  // The device receives each input as it is made, so the browser has nothing to submit.
  layout.form = former.form ?? make("form", { novalidate: true, onsubmit: (event) => event.preventDefault() });
  arrange(layout.form, parts);
  arrange(content, [layout.form]);
  return layout;
}

// Makes `children` the children of an element, and moves only those that are not in place.
function arrange(parent, children) {
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.childNodes[index] !== child) parent.insertBefore(child, parent.childNodes[index] ?? null);
  });
}

function layRow(row, style, actions) {
  const places = new Map();
  const place = (id) => {
    places.set(id, make("div", { class: "shown" }));
    return places.get(id);
  };
  const title = row.title ? make("b", {}, row.title) : null;
  // The outcome of an order is announced.
  const text = row.text === undefined ? null : make("p", { role: style === "checkout" ? "status" : null });
  const element = make("li", { class: "row", tabindex: "-1", "data-row": row.id },
    row.lead ? place(row.lead) : null,
    row.art ? make("img", { class: "art", src: `/page/art/${row.art}.svg`, alt: "" }) : null,
    title || text ? make("div", { class: "words" }, row.link ? link(row.link, title, actions) : title, text) : null,
    row.trail.length > 0 ? make("div", { class: "trail" }, ...row.trail.map(place)) : null);
  return { element, places, show({ text: words, isRemoved }) {
    if (text && text.textContent !== words) text.textContent = words ?? "";
    element.classList.toggle("is-removed", isRemoved);
  } };
}

// A deep link: a press opens it on this device, and its address can be copied.
export function link(path, child, actions) {
  return make("a", {
    href: path,
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
