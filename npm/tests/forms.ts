// `svc-embed/no-wasm`, which has the same names as `svc-embed`, and the inspector, as a strict user's
// compiler sees them.
import type * as bridge from 'svc-embed';
import type * as noWasm from 'svc-embed/no-wasm';
import { inspect, type Inspector, type InspectOptions } from 'svc-embed/inspector';
import { mount } from 'svc-embed/no-wasm';
import { SvcEmbedElement } from 'svc-embed/element';

type Equal<T, U> =
  (<V>() => V extends T ? 1 : 2) extends <V>() => V extends U ? 1 : 2 ? true : false;

export const sameValues: Equal<typeof bridge, typeof noWasm> = true;
// An embed of one entry point can be used with every other.
export const sameEmbed: Equal<bridge.Embed, noWasm.Embed> = true;

declare const embed: bridge.Embed;
declare const element: SvcEmbedElement;

const options: InspectOptions = { target: document.body, limit: 50 };
const inspector: Inspector = inspect(embed, options);
inspect(embed, { target: '#here' }).close();
inspector[Symbol.dispose]();
const text: string = inspector.recording();
text.trim();
// @ts-expect-error: of an embed
inspect('#here');
// @ts-expect-error: there is no such option
inspect(embed, { place: '#here' });
if (element.embed) inspect(element.embed);

void mount('#here', { baseUrl: '', surface: { kind: 'chat' } }).then((mounted) => {
  mounted.on('drilldown', ({ payload }) => payload.member.trim());
  // @ts-expect-error: a misspelt name
  mounted.on('drildown', () => {});
});
