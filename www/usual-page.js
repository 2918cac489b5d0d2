// Starts the listener that the page's address names.

const name = new URL(location.href).searchParams.get('listener');
await import(name === 'careful' ? './careful-listener.js' : './usual-listener.js');
