// The script of a page with React. `react.mjs` bundles it.

import { ReactRefresh } from './react-refresh.mjs';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';

window.page = {
  React,
  ReactRefresh,
  SvcEmbed,
  createRoot,
  flushSync,
  hydrateRoot,
  parse: JSON.parse,
  useSvcEmbed,
};
