'use client';

import { useEffect, useState } from 'react';
import { Kept } from '../../shared/kept.jsx';
import { tenant } from '../../shared/page.js';

/** A dashboard of the tenant that the page's backend names. */
export function Board({ name, publicId }) {
  const [baseUrl, setBaseUrl] = useState(null);
  useEffect(() => void tenant().then(setBaseUrl), []);
  return baseUrl && <Kept name={name} baseUrl={baseUrl} publicId={publicId} />;
}
