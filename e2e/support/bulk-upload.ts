/** A running bulk upload, as the server returns it. */
export const runningUpload = {
  uploadId: "5f0c1a3e-0000-4000-8000-000000000001",
  records: 1000,
  bad: [],
  badCount: 0,
  skippedCount: 0,
  state: "running",
  begun: 412,
  waiting: 300,
  outcomes: { DELIVERED: 100, NO_DATA: 10 },
  givenBackAt: null,
};
