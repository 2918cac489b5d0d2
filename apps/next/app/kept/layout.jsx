import Link from 'next/link';

export default function Layout({ children }) {
  return (
    <>
      <Link href="/kept">Home</Link> <Link href="/kept/sales">Sales</Link>
      {children}
    </>
  );
}
