// The script of a page with React.

import * as React from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { SvcEmbed } from 'svc-embed/react';

window.page = { React, SvcEmbed, createRoot, hydrateRoot };
