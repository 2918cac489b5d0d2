import { observable, runInAction } from 'mobx';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Sales } from '../shared/sales.jsx';
import { tenant } from '../shared/page.js';

// An object that MobX observes is a proxy.
const brand = observable({ theme: { primaryColor: '#123456' } });

const baseUrl = await tenant();
createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Branded />
  </StrictMode>,
);

function Branded() {
  const [theme, setTheme] = useState(brand.theme);
  const paint = () => {
    runInAction(() => (brand.theme = { primaryColor: '#b3261e' }));
    setTheme(brand.theme);
  };
  return (
    <>
      <button id="paint" onClick={paint}>
        Paint
      </button>
      <Sales baseUrl={baseUrl} theme={theme} />
    </>
  );
}
