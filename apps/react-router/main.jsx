import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Kept } from '../shared/kept.jsx';
import { tenant } from '../shared/page.js';

const baseUrl = await tenant();

function Frame() {
  const { n = '0' } = useParams();
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/sales">Sales</Link>{' '}
        <Link to={`/boards/${Number(n) + 1}`}>Next</Link>
      </nav>
      <Outlet />
    </>
  );
}

function Board() {
  const { n } = useParams();
  return <Kept key={n} name={`board ${n}`} baseUrl={baseUrl} publicId="fulfilment" />;
}

const router = createBrowserRouter([
  {
    Component: Frame,
    children: [
      { index: true, element: <h1>Home</h1> },
      {
        path: 'sales',
        element: <Kept name="sales" baseUrl={baseUrl} publicId="sales-overview" />,
      },
      { path: 'boards/:n', Component: Board },
    ],
  },
]);

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
