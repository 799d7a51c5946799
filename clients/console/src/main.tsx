import { render } from 'preact';
import { App } from './shell/app.tsx';
import { followLocation } from './shell/route.ts';

followLocation();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
