// What the page asks of the sandbox itself, beside the API. A page of a real service has nothing of it.

/** The ids that the page needs. */
export function config() {
  return ask('/api/config');
}

/** Moves one of the sandbox's levers. */
export function control(lever, change) {
  const headers = { 'content-type': 'application/json' };
  return ask(`/control/${lever}`, { method: 'POST', headers, body: JSON.stringify(change) });
}

async function ask(path, init) {
  const response = await fetch(path, init).catch((error) => {
    throw new Error(`The sandbox does not answer: ${error.message}.`);
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} at ${path}.`);
  return response.json();
}
