// The viewer's choice of colours, before anything is painted.
try {
  const scheme = localStorage.getItem('scheme');
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden: the system's colours hold.
}
