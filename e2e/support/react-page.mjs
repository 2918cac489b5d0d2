// The script of a page with React. `react.mjs` bundles it.

import { ReactRefresh } from './react-refresh.mjs';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { endKept, keep } from 'svc-embed/keep';
import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';

window.page = {
  React,
  ReactRefresh,
  SvcEmbed,
  createRoot,
  endKept,
  flushSync,
  hydrateRoot,
  keep,
  parse: JSON.parse,
  useSvcEmbed,
};
