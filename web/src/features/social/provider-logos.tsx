/** Inline drawings, so that no request reaches a provider before the user presses a button. */
export function GoogleLogo() {
  const arc = { fill: "none", strokeWidth: 3.2 };
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path {...arc} stroke="#ea4335" d="M4.2 6.3A6.8 6.8 0 0 1 14.9 5.3" />
      <path {...arc} stroke="#fbbc05" d="M4.2 13.7a6.8 6.8 0 0 1 0-7.4" />
      <path {...arc} stroke="#34a853" d="M14.4 15.2A6.8 6.8 0 0 1 4.2 13.7" />
      <path {...arc} stroke="#4285f4" d="M10 10h6.8a6.8 6.8 0 0 1-2.4 5.2" />
    </svg>
  );
}

export function FacebookLogo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="9" fill="#1877f2" />
      <path d="M13 6.2h-1.3A1.7 1.7 0 0 0 10 7.9V19M7.4 11h5" fill="none" stroke="#fff" strokeWidth="2" />
    </svg>
  );
}
