// The order of the cards and what was chosen for each. Knows nothing of the page.

/** Cards of which each is kept or rejected, one after the other. */
export class Deck {
  /** @param {(null | "keep" | "reject")[]} choices - what was chosen for each card before. */
  constructor(choices) {
    this.choices = [...choices];
    /** The cards without a choice, the next one first. */
    this.waiting = [...choices.keys()].filter((index) => !choices[index]);
    /** The cards with a choice, the last one last. */
    this.chosen = [...choices.keys()].filter((index) => choices[index]);
  }

  /** The number of the card on top; undefined when every card has a choice. */
  get top() {
    return this.waiting[0];
  }

  get counts() {
    const kept = this.choices.filter((choice) => choice === "keep").length;
    return { kept, rejected: this.chosen.length - kept, left: this.waiting.length, all: this.choices.length };
  }

  /** Chooses for the card on top, and returns its number. */
  choose(choice) {
    const index = this.top;
    this.set(index, choice);
    return index;
  }

  /** Takes back a choice, the last one if no card is named, and puts the card on top. Returns its number. */
  takeBack(index = this.chosen.at(-1)) {
    this.set(index, null);
    return index;
  }

  /** Takes a choice for a card from elsewhere: the card that was chosen last here stays the last one. */
  correct(index, choice) {
    if (choice && this.choices[index]) {
      this.choices[index] = choice;
      return;
    }
    this.set(index, choice);
    if (choice) this.chosen.unshift(this.chosen.pop());
  }

  /** Gives a card a choice as the last one; null puts it on top without one. */
  set(index, choice) {
    this.waiting = this.waiting.filter((each) => each !== index);
    this.chosen = this.chosen.filter((each) => each !== index);
    this.choices[index] = choice;
    if (choice) this.chosen.push(index);
    else this.waiting.unshift(index);
  }
}
