import { mount } from 'svelte';
import { tenant } from '../../shared/page.js';
import Sales from './Sales.svelte';

mount(Sales, { target: document.querySelector('#root'), props: { baseUrl: await tenant() } });
