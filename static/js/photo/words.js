// The words of a page of photos, in the reader's language: templates/photo/_words.html.

const texts = Object.assign({}, ...["words", "more-words"].map((id) => ({ ...document.getElementById(id)?.dataset })));

// A text by its name, with its values filled in.
export const word = (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);

// What is doubted about a photo ("no cards", "another deck", …), as a sentence that says what to do.
export const doubt = (name, values) => word(name.replace(/ (\w)/g, (_, letter) => letter.toUpperCase()), values);
