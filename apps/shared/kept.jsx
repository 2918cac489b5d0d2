'use client';

import { useRef, useState } from 'react';
import { SvcEmbed } from 'svc-embed/react';
import { getSession } from './page.js';

/** A dashboard in React that stays when its route is left, and what it says. */
export function Kept({ name, baseUrl, publicId }) {
  const embed = useRef(null);
  const [log, setLog] = useState('');
  return (
    <>
      <button
        className="filter"
        onClick={() => embed.current?.setFilter({ member: 'orders.status', value: 'completed' })}
      >
        Completed orders
      </button>
      <pre className="log">{log}</pre>
      <SvcEmbed
        keep={name}
        ref={embed}
        className="place"
        style={{ height: '30rem' }}
        baseUrl={baseUrl}
        surface={{ kind: 'dashboard', publicId }}
        getSession={getSession}
        onEvent={({ type }) => setLog((before) => `${before}${type}\n`)}
        onReady={() => setLog((before) => `${before}shown\n`)}
      />
    </>
  );
}
