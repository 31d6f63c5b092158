import type { ReactElement, ReactNode, SVGProps } from "react";

/**
 * The icon set: 20 px grid, one stroke of 1.6 with round caps, in the colour of the text beside it. An icon is
 * decorative unless `label` is given, its accessible name.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, "children"> & { readonly label?: string; readonly size?: number };
export type IconComponent = (props: IconProps) => ReactElement;

function icon(drawing: ReactNode): IconComponent {
  return function Icon({ label, size = 20, ...rest }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
        {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
        {...rest}
      >
        {drawing}
      </svg>
    );
  };
}

const draw = (path: string) => icon(<path d={path} />);

export const PersonIcon = icon(
  <>
    <circle cx="10" cy="6.5" r="3.25" />
    <path d="M3.5 17c.6-3.3 3.2-5 6.5-5s5.9 1.7 6.5 5" />
  </>,
);
export const BuildingIcon = draw("M4 17V4.5h8V17M12 8.5h4V17M2.5 17h15M7 8h2M7 11h2M7 14h2");
export const CodeIcon = draw("m6.5 6-4 4 4 4M13.5 6l4 4-4 4M11.5 4l-3 12");
export const BankIcon = draw(
  "M2.8 7.5 10 3.5l7.2 4M4.5 7.5V14M8.2 7.5V14M11.8 7.5V14M15.5 7.5V14M2.8 16.5h14.4M3.5 14h13M2.8 7.5h14.4",
);
export const CarIcon = icon(
  <>
    <path d="M3 14V10.5l1.7-4.3A1.8 1.8 0 0 1 6.4 5h7.2a1.8 1.8 0 0 1 1.7 1.2L17 10.5V14M3 10.5h14M3 14h14" />
    <path d="M4.5 14v1.8M15.5 14v1.8M6 12.25h.5M13.5 12.25h.5" />
  </>,
);
export const WalletIcon = icon(
  <>
    <path d="M3 6.5V14a2 2 0 0 0 2 2h10.5a1.5 1.5 0 0 0 1.5-1.5v-6A1.5 1.5 0 0 0 15.5 7H4.5A1.5 1.5 0 0 1 3 5.5 1.5 1.5 0 0 1 4.5 4H14" />
    <path d="M13.5 11.5h.2" strokeWidth="2.4" />
  </>,
);
export const CheckIcon = draw("m4.5 10.5 3.7 3.7 7.3-8");
export const CheckCircleIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="m6.9 10.3 2.2 2.2 4.1-4.6" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 6v4.2l2.7 1.6" />
  </>,
);
export const KeyboardIcon = draw("M2.5 5h15v10h-15zM5.5 8h.1M8.5 8h.1M11.5 8h.1M14.5 8h.1M6.5 12h7");
export const CrossIcon = draw("m5.5 5.5 9 9M14.5 5.5l-9 9");
export const ProblemIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 6.3v4.4M10 13.5v.1" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2.3 10S5 4.8 10 4.8 17.7 10 17.7 10 15 15.2 10 15.2 2.3 10 2.3 10Z" />
    <circle cx="10" cy="10" r="2.3" />
  </>,
);
export const EyeOffIcon = draw(
  "M8.2 5a7 7 0 0 1 1.8-.2c5 0 7.7 5.2 7.7 5.2a13 13 0 0 1-1.9 2.6M12.2 14.9a7 7 0 0 1-2.200.3C5 15.2 2.3 10 2.3 10a13 13 0 0 1 3-3.6M3 3l14 14M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2",
);
export const ShieldIcon = draw("M10 2.8 4 5v4.6c0 3.7 2.5 6.4 6 7.6 3.5-1.2 6-3.9 6-7.6V5l-6-2.2Zm-2.7 7 2 2 3.5-3.8");
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 9.3v4.4M10 6.4v.1" />
  </>,
);
export const ChevronIcon = draw("m5.5 8 4.5 4.5L14.5 8");
export const BackIcon = draw("M12 5.5 7.5 10l4.5 4.5");
export const ForwardIcon = draw("M8 5.5 12.5 10 8 14.5");
export const MenuIcon = draw("M3.5 6h13M3.5 10h13M3.5 14h13");
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.3" />
    <path d="M10 2.5v1.3M10 16.2v1.3M2.5 10h1.3M16.2 10h1.3M4.7 4.7l.9.9M14.4 14.4l.9.9M15.3 4.7l-.9.9M5.6 14.4l-.9.9" />
  </>,
);
export const MoonIcon = draw("M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z");
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
  </>,
);
export const DownloadIcon = draw("M10 3.5v9M6.2 9l3.8 3.8L13.8 9M3.5 16.5h13");
export const LogoutIcon = draw("M8 3.5H5.5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2H8M8.5 10h8M13.5 6.8 16.7 10l-3.2 3.2");
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5.2" />
    <path d="m13 13 3.7 3.7" />
  </>,
);
export const OfflineIcon = draw(
  "M3 3l14 14M2.8 8.2A10 10 0 0 1 6 6.2M17.2 8.2a10 10 0 0 0-6.7-2.7M5.6 11.2A6 6 0 0 1 8.2 9.7M14.4 11.2l-.8-.6M8.3 14.1a2.5 2.5 0 0 1 3.4 0M10 16.5h.1",
);
export const RefreshIcon = draw("M16.5 10A6.5 6.5 0 1 1 14.6 5.4L16.5 7.2M16.5 3.5v3.7h-3.7");
export const PlusIcon = draw("M10 4v12M4 10h12");
export const BellIcon = draw(
  "M10 3.2a4.6 4.6 0 0 0-4.6 4.6c0 3.6-1.4 4.9-1.9 5.7h13c-.5-.8-1.9-2.1-1.9-5.7A4.6 4.6 0 0 0 10 3.2Zm-1.8 12.6a1.9 1.9 0 0 0 3.6 0",
);
export const FilterIcon = draw("M3 5h14M5.5 10h9M8 15h4");
export const ColumnsIcon = draw("M4 4.5h12v11H4ZM8 4.5v11M12 4.5v11");
export const MoreIcon = icon(
  <>
    <circle cx="4.5" cy="10" r="0.6" />
    <circle cx="10" cy="10" r="0.6" />
    <circle cx="15.5" cy="10" r="0.6" />
  </>,
);
