'use client';

import Link from 'next/link';
import { Suspense } from 'react';
import { useParams } from 'next/navigation';

export function Menu() {
  return (
    <nav>
      <Link href="/">Home</Link> <Link href="/sales">Sales</Link>{' '}
      <Suspense>
        <Next />
      </Suspense>
    </nav>
  );
}

function Next() {
  const { n = '0' } = useParams();
  return <Link href={`/boards/${Number(n) + 1}`}>Next</Link>;
}
