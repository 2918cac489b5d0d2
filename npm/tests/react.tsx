// The types of the component, the hook and the element in JSX, as a strict user's compiler sees
// them.
import { useRef, type ReactNode } from 'react';
import type { Embed, SessionState, Topics } from 'svc-embed';
import { SvcEmbed, useSvcEmbed, type EmbedHandlers, type SvcEmbedProps } from 'svc-embed/react';

const options = {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'abc' },
} as const;

export function Page(): ReactNode {
  const ref = useRef<Embed>(null);
  ref.current?.refresh();
  const {
    ref: place,
    embed,
    session,
    error,
    isReady,
    retry,
  } = useSvcEmbed({
    ...options,
    getSession: ({ signal }) => (signal.aborted ? '' : 'id'),
    onDashboardLoaded: ({ payload }) => payload.widgetCount?.toFixed(),
  });
  const exact: [Embed | null, SessionState | null, unknown] = [embed, session, error];
  const own: [boolean, () => void] = [isReady, retry];
  void [exact, own];
  return (
    <>
      <SvcEmbed
        {...options}
        ref={ref}
        className="sales"
        style={{ height: 400 }}
        id="sales"
        role="region"
        aria-label="Sales"
        data-testid="sales"
        onReady={(event) => event.payload.embedTenant?.trim()}
        onDrilldown={(event) => event.payload.member.trim()}
        onSessionExpiring={(event) => event.payload.expiresInMs.toFixed()}
        onAiQuery={(event) => event.payload.query.trim()}
        onEvent={(event) => event.type === 'svc:event:view' && event.payload.path.trim()}
        onUnknown={(event) => event.payload['anything']}
        onSession={(state) => state.renewals.toFixed()}
        onDropped={({ reason, origin, data }) => void [reason, origin, data]}
        onMountFailed={(reason) => String(reason)}
        removedFilters="reload"
        fallback={<p>Please wait</p>}
        errorFallback={({ error, retry }) => <button onClick={retry}>{String(error)}</button>}
      />
      <SvcEmbed {...options} fallback="wait" errorFallback={<p>It failed</p>} />
      <SvcEmbed {...options} loading="lazy" frame={null} />
      <SvcEmbed {...options} frame={{ attributes: { src: '' }, html: '', script: '' }} />
      {/* @ts-expect-error: a frame is what embedFrame returns */}
      <SvcEmbed {...options} frame="<iframe>" />
      {/* @ts-expect-error: it receives one object */}
      <SvcEmbed {...options} errorFallback={(error: Error, retry: () => void) => error.message} />
      <div ref={place} />
      <SvcEmbed {...{ ...options, 'data-testid': 'sales', 'aria-busy': true }} />
      {/* @ts-expect-error: a label is a string */}
      <SvcEmbed {...options} aria-label={7} />
      {/* @ts-expect-error: a misspelt handler */}
      <SvcEmbed {...options} onDrildown={() => {}} />
      {/* @ts-expect-error: there is no such field */}
      <SvcEmbed {...options} onDrilldown={(event) => event.payload.membre} />
      {/* @ts-expect-error: a surface is needed */}
      <SvcEmbed baseUrl="" />
      {/* @ts-expect-error: its life is the component's */}
      <SvcEmbed {...options} signal={AbortSignal.timeout(1)} />
      {/* @ts-expect-error: there is no such scheme */}
      <SvcEmbed {...options} colorScheme="sepia" />
      <svc-embed
        base-url="https://acme.example.com"
        public-id="abc"
        theme={{ primaryColor: 'red' }}
        ondrilldown={(event) => event.detail.payload.member.trim()}
        ref={(element) => void element?.renew()}
      />
      {/* @ts-expect-error: there is no such scheme */}
      <svc-embed colorScheme="sepia" />
      {/* @ts-expect-error: there is no such scheme */}
      <svc-embed color-scheme="sepia" />
      {/* @ts-expect-error: React sets the property, which takes no JSON */}
      <svc-embed filters='[{"member":"orders.status","value":1}]' />
      <svc-embed frame-attributes='{"allow":"fullscreen"}' ready-timeout-ms="5000" />
    </>
  );
}

// @ts-expect-error: a misspelt handler
export const props: SvcEmbedProps = { ...options, onDrildown: () => {} };

/** `DashboardLoaded` for `dashboard-loaded`. */
type Pascal<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;
// There is a handler for each message, with the type of that message.
type Expected = {
  [T in keyof Topics as T extends '*' ? 'onEvent' : `on${Pascal<T>}`]-?: Topics[T];
};
type Declared = {
  [K in Exclude<keyof EmbedHandlers, 'onMountFailed'>]-?: NonNullable<EmbedHandlers[K]> extends (
    message: infer Message,
  ) => void
    ? Message
    : never;
};
export const handlers: [(given: Expected) => Declared, (given: Declared) => Expected] = [
  (given) => given,
  (given) => given,
];
