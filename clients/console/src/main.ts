import { html, render } from 'htm/preact';
import { App } from './shell/app.ts';
import { followLocation } from './shell/route.ts';

followLocation();
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
