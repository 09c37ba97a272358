// Runs before the first paint, so that a dark room stays dark.
try {
  const kept = JSON.parse(localStorage.getItem('petteia') || '{}')
  if (kept.theme === 'light' || kept.theme === 'dark') document.documentElement.dataset.theme = kept.theme
  if (kept.language) document.documentElement.lang = kept.language
} catch {
  // A browser that keeps nothing gets the system's theme.
}
