'use client';

import { useRef, useState } from 'react';
import { SvcEmbed } from 'svc-embed/react';
import { getSession } from './page.js';

/** A dashboard in React, and what it says. */
export function Sales({ baseUrl, theme, frame, keep }) {
  const embed = useRef(null);
  const [log, setLog] = useState('');
  const [session, setSession] = useState(null);
  return (
    <>
      <button
        id="filter"
        onClick={() => embed.current?.setFilter({ member: 'orders.status', value: 'completed' })}
      >
        Completed orders
      </button>
      <output id="session">{session && `${session.status}, renewals: ${session.renewals}`}</output>
      <pre id="log">{log}</pre>
      {/* React hides what it streams in elements whose ids end like this one: a frame must not wait in it. */}
      <div id="SALES:1">
        <SvcEmbed
          ref={embed}
          style={{ height: '50rem' }}
          baseUrl={baseUrl}
          surface={{ kind: 'dashboard', publicId: 'sales-overview' }}
          theme={theme}
          frame={frame}
          keep={keep}
          getSession={getSession}
          fallback={<p>The dashboard is being loaded.</p>}
          errorFallback={({ retry }) => <button onClick={retry}>Try again</button>}
          onEvent={({ type }) => setLog((before) => `${before}${type}\n`)}
          onSession={setSession}
        />
      </div>
    </>
  );
}
