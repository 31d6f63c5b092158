import { vehicleOf } from "./vehicles.ts";

/** The report of a fictitious vehicle as PDF: one plain page in a standard font. */
export function renderReportPdf(vin: string, id: string): Buffer {
  const { attributes, titles, accidents, salvage, thefts } = vehicleOf(vin);
  return renderPage([
    "VEHICLE HISTORY REPORT",
    "Made up by the sandbox. No such vehicle exists.",
    "",
    `Report ${id}`,
    ...Object.entries(attributes).map(([name, value]) => `${name}: ${value}`),
    "",
    ...titles.map(({ date, state, odometer }) => `Title ${date}, ${state}, ${odometer} miles`),
    ...accidents.map(({ date, severity }) => `Accident ${date}, ${severity}`),
    ...salvage.map(({ date, damage }) => `Salvage ${date}, ${damage}`),
    ...thefts.map(({ date, type }) => `Theft ${date}, ${type}`),
  ]);
}

const escapeText = (line: string) => line.replace(/[\\()]/g, (mark) => `\\${mark}`).replace(/[^\x20-\x7e]/g, "?");

/** A PDF of one A4 page with lines of text. */
function renderPage(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${escapeText(line)}) Tj T*`).join("\n");
  const text = `BT /F1 11 Tf 16 TL 56 786 Td\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const position = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return position;
  });
  const rows = places.map((position) => `${String(position).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(`${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`);
}
