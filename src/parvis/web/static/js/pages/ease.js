// Before anything is painted: contrast and size as this browser remembers them. No module, so that nothing
// flickers; imports nothing.

for (const [name, shows, value] of [["contrast", "contrast", "high"], ["large", "size", "large"]]) {
  try {
    if (localStorage.getItem(`parvis.${name}`) === "on") document.documentElement.dataset[String(shows)] = value;
  } catch {
    // Private windows may forbid it.
  }
}
