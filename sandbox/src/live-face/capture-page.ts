import type { FastifyReply } from "fastify";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";

/** The capture page: the camera, or a file input without one. Its script does the rest. */
export function sendCapturePage(reply: FastifyReply): FastifyReply {
  const body = html`<main class="pay" id="capture">
    <p class="notice waiting"><strong>Pretend capture page.</strong> This is the sandbox. The picture stays here.</p>
    <h1>Show your face</h1>
    <p role="status" id="says">Opening …</p>
    <video id="camera" class="capture" playsinline muted hidden></video>
    <canvas id="picture" class="capture" role="img" aria-label="The picture that was taken" hidden></canvas>
    <div class="actions" id="choose" hidden>
      <button class="button" type="button" id="start">Use the camera</button>
      <label>Or choose a picture <input type="file" id="file" accept="image/jpeg,image/png" capture="user" /></label>
    </div>
    <div class="actions" id="take" hidden>
      <button class="button" type="button" id="shoot">Take the picture</button>
    </div>
    <div class="actions" id="use" hidden>
      <button class="button" type="button" id="send">Use this picture</button>
      <button class="button" type="button" id="again">Take another one</button>
    </div>
  </main>`;
  return sendPage(
    reply,
    { title: "Show your face", body, script: "/live-face/capture.js", withNavigation: false },
    { framedByAnyone: true },
  );
}
