/** The page's own letters. */

const LETTERS = ['600 1rem "Cinzel"', '400 1rem "Source Sans 3"', '600 1rem "Source Sans 3"']
const PATIENCE = 800 // milliseconds; then the page is shown with the letters that are there

/** Asks for them before anything is drawn with others: what is read or clicked would move when they come. */
export async function lettersArrive(): Promise<void> {
  const arrived = Promise.all(LETTERS.map((letters) => document.fonts.load(letters)))
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  await Promise.race([arrived, late]).catch(() => {})
}
