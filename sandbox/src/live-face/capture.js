// The capture page's script: a ticket opens it once; the picture goes to this provider, and its reference to the embedding page.
const part = (id) => document.getElementById(id);
const steps = ["choose", "take", "use"];
const longestSide = 1280;

const ticket = location.hash.slice(1);
// removes the ticket from the page's own address
history.replaceState(null, "", location.pathname);

const say = (words) => (part("says").textContent = words);
function showStep(step) {
  for (const one of steps) part(one).hidden = one !== step;
  part("camera").hidden = step !== "take";
  part("picture").hidden = step !== "use";
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return answer && { status: answer.status, json: await answer.json().catch(() => ({})) };
}

let stream;
function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = undefined;
}

async function camera() {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" }, audio: false });
  } catch {
    say("There is no camera that can be used here. Choose a picture instead.");
    return;
  }
  const video = part("camera");
  video.srcObject = stream;
  await video.play();
  showStep("take");
  say("Look at the camera, in good light, without glasses.");
}

function draw(source, width, height) {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const canvas = part("picture");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  showStep("use");
  say("Is your whole face on it, and sharp?");
}

async function fromFile(file) {
  const bitmap = file && (await createImageBitmap(file).catch(() => undefined));
  if (!bitmap) return say("This is no picture we can read. Choose a JPG or PNG.");
  draw(bitmap, bitmap.width, bitmap.height);
}

async function send() {
  say("Sending …");
  const image = part("picture")
    .toDataURL("image/jpeg", 0.9)
    .replace(/^data:image\/jpeg;base64,/, "");
  const answer = await post("/live-face/capture", { ticket, image });
  if (answer?.status !== 200) return say("It did not work. Close this and start once more.");
  showStep(undefined);
  say("Done. The picture was taken.");
  // The embedding page had the ticket, so it may have the reference, which is useless without the provider's key.
  parent.postMessage({ type: "face_captured", reference: answer.json.reference }, "*");
}

part("start").addEventListener("click", () => void camera());
part("file").addEventListener("change", ({ target }) => void fromFile(target.files[0]));
part("shoot").addEventListener("click", () => {
  const video = part("camera");
  draw(video, video.videoWidth, video.videoHeight);
  stop();
});
part("send").addEventListener("click", () => void send());
part("again").addEventListener("click", () => {
  part("file").value = "";
  showStep("choose");
  say("Use the camera, or choose a picture.");
});
addEventListener("pagehide", stop);

async function open() {
  const opened = await post("/live-face/capture/open", { ticket });
  if (opened?.status === 200) {
    showStep("choose");
    say("Use the camera, or choose a picture.");
  } else {
    say("This page was opened before, or its time is over. Close it and start once more.");
  }
}
void open();
