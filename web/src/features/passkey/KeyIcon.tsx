export function KeyIcon() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round">
        <circle cx="7" cy="7.5" r="3.7" />
        <path d="m9.8 10.2 6.4 6.3M13.6 14l1.9-1.9" />
      </g>
    </svg>
  );
}
