import { Menu } from './menu.jsx';

// An icon, for which browsers ask otherwise.
export const metadata = { title: 'Sales', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <Menu />
        {children}
      </body>
    </html>
  );
}
