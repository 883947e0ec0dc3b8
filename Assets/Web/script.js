// Without this script every page works, but nothing moves.
// What comes from the server is only ever set as text.
'use strict';

const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// The live page

function follow(page) {
  const texts = page.dataset;
  let state = JSON.parse(texts.state);
  // The server's time minus the page's in ms; a guess at first.
  let offset = (state.meeting?.now ?? 0) - performance.now();
  let fastest;
  let nextTick;

  // A suspend stops the page's clock, not the date, and may end the connection.
  let shift = 0;
  function checkShift() {
    const before = shift;
    shift = Date.now() - performance.now();
    if (Math.abs(shift - before) < 1000) return;
    measureClock();
    if (source) connect();
  }

  // As in NTP, the fastest answer is best.
  async function measureClock(count = 8) {
    // Old answers are worth less.
    fastest = count > 1 ? Infinity : fastest + 1;
    try {
      for (let i = 0; i < count; i++) {
        const sent = performance.now();
        const response = await fetch(texts.clock, {cache: 'no-store'});
        const server = Number.parseFloat(await response.text());
        const received = performance.now();
        if (!response.ok || !(server >= 0) || received - sent > fastest) continue;
        fastest = received - sent;
        offset = server - (sent + received) / 2;
      }
    } catch { /* Measured again when the connection is back. */ }
    tick();
  }

  const timeOf = (clock, now) => clock.value ?? Math.max(0, clock.mode === 'down' ? clock.zeroAt - now : now - clock.since);

  function clockText(clock, now) {
    const seconds = Math[clock.mode === 'down' ? 'ceil' : 'floor'](timeOf(clock, now) / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (number) => String(number).padStart(2, '0');
    return `${hours ? hours + ':' + two(minutes) : minutes}:${two(seconds % 60)}`;
  }

  // The ms until the text of a clock changes.
  function untilChange(clock, now) {
    if (!clock || clock.mode === 'stopped') return Infinity;
    const rest = timeOf(clock, now) % 1000;
    return clock.mode === 'up' ? 1000 - rest : rest || 1000;
  }

  const ownIn = (meeting) => meeting.speakers.find(({id}) => id === texts.own);

  // Shows the clocks, and waits until the first changes.
  function tick() {
    clearTimeout(nextTick);
    checkShift();
    const meeting = state.meeting;
    if (!meeting) return;
    const {turn, nextStarts, speakers} = meeting;
    const now = performance.now() + offset;
    const text = (turn.isOver ? '+' : '') + clockText(turn.clock, now);
    setText(byId('clock'), text);
    byId('clock').dataset.length = text.length;
    for (const id of ['elapsed', 'remaining']) setText(byId(id), clockText(meeting[id], now));
    const filled = (template, clock) => clock ? template.replace('{}', clockText(clock, now)) : '';
    setText(byId('next-in'), filled(texts.in, nextStarts));
    const own = ownIn(meeting);
    const isNext = own && own === speakers.find(({state}) => state === 'waiting');
    setText(byId('own-text'), own?.state === 'speaking' ? texts.ownNow : isNext ? texts.ownNext : '');
    setText(byId('own-in'), filled(isNext ? texts.in : texts.ownIn, own?.starts));
    const speaker = speakers.find(({id}) => id === turn.speaker);
    document.title = `${text} ${speaker?.name ?? turn.text} · ${meeting.title}`;
    drawSpeakers(meeting, now);
    const clocks = [turn.clock, nextStarts, meeting.elapsed, meeting.remaining, ...speakers.map(({time}) => time)];
    const wait = Math.min(...clocks.map((clock) => untilChange(clock, now)));
    if (wait < Infinity) nextTick = setTimeout(tick, wait);
  }

  // Times, and a segment for each in the bar and the ring.
  function drawSpeakers({turn, speakers}, now) {
    const rows = byId('speakers').children;
    const drawings = ['bar', 'ring'].map((id) => byId(id).children);
    let start = 0;
    speakers.forEach((speaker, index) => {
      setText(rows[index].querySelector('.time'), speaker.time ? clockText(speaker.time, now) : '');
      const isCurrent = speaker.state === 'speaking';
      const isFalling = isCurrent && turn.clock.mode === 'down' && turn.whole;
      const progress = isFalling ? 1 - timeOf(turn.clock, now) / turn.whole : speaker.progress;
      if (isCurrent) byId('turn').value = progress;
      const length = Math.max(0, speaker.share * 1000 - 4);
      for (const parts of drawings) {
        [length, length * progress].forEach((size, part) => {
          parts[index * 2 + part].setAttribute('stroke-dasharray', size + ' 2000');
          parts[index * 2 + part].setAttribute('stroke-dashoffset', -start);
        });
        parts[index * 2 + 1].classList.toggle('current', isCurrent);
      }
      start += speaker.share * 1000;
    });
  }

  function show(meeting) {
    byId('stage').dataset.stage = meeting.state;
    for (const id of ['place', 'next', 'recording', 'consent', 'noLines']) setText(byId(id), meeting[id]);
    for (const id of ['text', 'label', 'alert']) setText(byId('turn-' + id), meeting.turn[id]);
    for (const field of all('[name=turn]')) field.value = meeting.turn.id;
    byId('recording').classList.toggle('on', meeting.isRecording);
    byId('ends-at').hidden = !meeting.endsAt;
    setText(byId('ends'), new Date(meeting.endsAt ?? 0).toLocaleTimeString(
      document.documentElement.lang, {hour: 'numeric', minute: '2-digit'}));
    showSpeakers(meeting);
    byId('noLines').hidden = !!meeting.lines[0];
    for (const id of ['lines', 'points']) showLines(byId(id), meeting[id]);
    for (const {dataset, firstElementChild} of all('[data-point]', page)) {
      setText(firstElementChild, meeting.marks[dataset.point] ?? '');
    }
    showFold();
    showAbsentees(meeting);
    const isShown = conditions(meeting);
    for (const element of all('[data-when]', page)) element.hidden = !isShown[element.dataset.when];
    showQuestion();
  }

  // Whoever does not type elsewhere sees and hears the question, and then is at the buttons again.
  let isAsked = false;
  function showQuestion() {
    const question = page.querySelector('.question');
    const wasAsked = isAsked;
    isAsked = !!question && !question.hidden;
    if (isAsked === wasAsked || document.activeElement?.matches('input')) return;
    (isAsked ? question : all('.main', page).find((button) => button.offsetParent))?.focus();
  }

  // More than three points are behind a button.
  const fold = byId('fold');
  let isUnfolded = false;
  function showFold() {
    const points = all('#points > li');
    points.forEach((point, index) => point.hidden = index > 2 && !isUnfolded);
    fold.hidden = points.length <= 3;
    setText(fold, isUnfolded ? texts.unfold : texts.fold.replace('{}', points.length - 3));
  }
  fold?.addEventListener('click', () => {
    isUnfolded = !isUnfolded;
    showFold();
  });

  function showAbsentees({absentees, speakers}) {
    const form = page.querySelector('[data-when=absentees] form');
    if (!form || !absentees) return;
    setText(form.querySelector('button'), absentees);
    for (const field of all('[name=attendee]', form)) field.remove();
    for (const {id} of speakers.filter(({isMissing}) => isMissing)) {
      const field = form.querySelector('[name=action]').cloneNode();
      [field.name, field.value] = ['attendee', id];
      form.append(field);
    }
  }

  // The rules of LiveCondition.
  function conditions(meeting) {
    const {state, question, absentees, isMuted} = meeting;
    if (state === 'ending') return {};
    const running = state !== 'paused';
    const reader = ownIn(meeting);
    const own = reader?.state;
    const mayRaise = ['waiting', 'spoke', 'skipped'].includes(own);
    return {
      running, paused: !running && !question, asking: question, discardable: question === 'end',
      own: running && own === 'speaking', present: own === 'speaking' || own === 'waiting', absent: own === 'absent',
      listening: own && own !== 'speaking', lowered: mayRaise && !reader.hasHand, raised: mayRaise && reader.hasHand,
      muted: isMuted, audible: !isMuted,
      absentees: !!absentees,
    };
  }

  function showSpeakers(meeting) {
    const list = byId('speakers');
    meeting.speakers.forEach((speaker, index) => {
      const row = [...list.children].find(({dataset}) => dataset.id === speaker.id);
      if (list.children[index] !== row) list.insertBefore(row, list.children[index]);
      row.dataset.state = speaker.state;
      row.ariaCurrent = speaker.state === 'speaking' ? 'true' : null;
      row.querySelector('.time').classList.toggle('over', speaker.isOver);
      setText(row.querySelector('.state'), speaker.stateText);
      setText(row.querySelector('.time-kind'), speaker.timeText);
      row.querySelector('.here').hidden = !speaker.isHere;
      row.querySelector('.hand').hidden = !speaker.hasHand;
      for (const form of all('[data-for]', row)) {
        const states = form.dataset.for.split(' ');
        form.hidden = meeting.state === 'ending' ||
          !(states.includes(speaker.state) || speaker.hasHand && states.includes('hand'));
      }
    });
  }

  function showLines(list, rows) {
    while (list.children.length > rows.length) list.lastElementChild.remove();
    rows.forEach((line, index) => {
      const item = list.children[index] ?? list.appendChild(byId(list.id + '-new').firstElementChild.cloneNode(true));
      item.classList.toggle('partial', line.isPartial);
      setText(item.children[0], line.name);
      setText(item.children[1], line.text);
      for (const field of all('[name=point]', item)) field.value = line.point;
      for (const button of all('button', item)) button.ariaLabel = `${button.textContent}: ${line.text}`;
    });
  }

  function take(json) {
    const [next, before] = [JSON.parse(json), state.meeting];
    if (next.key !== state.key) return reload();
    state = next;
    setBanner(byId('here'), state.here);
    const {meeting} = state;
    if (!meeting) return;
    const isNew = meeting.turn.speaker !== before.turn.speaker;
    if (meeting.turn.speaker && isNew) ding();
    if (meeting.turn.speaker === texts.own && (isNew || meeting.turn.alert !== before.turn.alert)) vibrate();
    show(meeting);
    tick();
  }

  // At most each 5 s. What was typed stays.
  const draft = byId('update');
  if (draft && sessionStorage.draft) draft.value = sessionStorage.draft;
  sessionStorage.draft = '';
  function reload() {
    sessionStorage.draft = draft && draft.value !== draft.defaultValue ? draft.value : '';
    setTimeout(() => location.reload(), Date.now() - sessionStorage.reloaded < 5000 ? 5000 : 0);
    sessionStorage.reloaded = Date.now();
  }

  // The connection

  function setBanner(banner, text) {
    setText(banner, text);
    banner.hidden = !text;
  }

  let hideNotice;
  function notice(text, milliseconds) {
    clearTimeout(hideNotice);
    setBanner(byId('notice'), text);
    hideNotice = setTimeout(setBanner, milliseconds, byId('notice'), '');
  }

  let isLost = false;
  function connection(isUp) {
    if (isUp !== isLost) return;
    isLost = !isUp;
    setBanner(byId('connection'), isLost ? texts.lost : '');
    if (isLost) return;
    measureClock();
    notice(texts.back, 4000);
  }

  // The tab with the lock has the stream, and passes on what comes.
  const name = 'standup ' + texts.events;
  const channel = navigator.locks && window.BroadcastChannel ? new BroadcastChannel(name) : null;
  let source = null;
  let watch;

  // Pings come every 15 s. Without them, a tab takes the lock from a sleeping one.
  function heard() {
    clearTimeout(watch);
    watch = setTimeout(() => {
      connection(false);
      if (source) connect();
      else if (!document.hidden) lead(true);
    }, 25000);
  }

  function receive({kind, data}) {
    heard();
    connection(kind !== 'lost');
    if (kind === 'state') take(data);
    if (kind === 'ping') measureClock(1);
  }

  function connect() {
    source?.close();
    const stream = source = new EventSource(texts.events);
    const pass = (kind) => ({data}) => {
      if (stream !== source) return;
      channel?.postMessage({kind, data});
      receive({kind, data});
    };
    for (const kind of ['state', 'ping', 'open']) stream.addEventListener(kind, pass(kind));
    stream.onerror = () => {
      pass('lost')({});
      // The browser reconnects by itself unless refused.
      if (stream === source && stream.readyState === EventSource.CLOSED) setTimeout(retry, 3000);
    };
    heard();
  }

  async function retry() {
    const response = await fetch(location.href, {cache: 'no-store'}).catch(() => null);
    // Without an invitation, the server's page says what to do.
    if ([401, 403, 404].includes(response?.status)) return reload();
    if (source?.readyState === EventSource.CLOSED) connect();
  }

  const lead = (steal) => navigator.locks.request(name, {steal}, () => {
    connect();
    return new Promise(() => {});
  }).catch(() => {
    source?.close();
    source = null;
    lead(false);
  });

  if (channel) {
    channel.onmessage = ({data}) => source || receive(data);
    lead(false);
    heard();
  } else connect();

  // Buttons

  page.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const button = form.querySelector('button');
    button.disabled = true;
    // A field is named "action", so form.action is that field.
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.getAttribute('action'), {method: 'POST', body, headers: {Accept: 'application/json'}})
      .catch(() => null);
    button.disabled = false;
    form.closest('.menu')?.removeAttribute('open');
    if (response?.redirected) notice(texts.saved, 6000);
    if (response?.ok) return;
    notice(!response ? texts.unsent : response.status === 409 ? await response.text() : texts.failed, 6000);
  });

  // The lead's keys, as in the terminal, unless somebody types.
  document.addEventListener('keydown', (event) => {
    const {key, target} = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || target.matches('input, textarea, select')) return;
    if (key === ' ' && target.matches('button, summary, a')) return;
    const actions = {n: ['next'], p: ['previous'], ' ': ['pause', 'resume']}[key] ?? [];
    const field = all('.lead-buttons [name=action]', page).find(({value, form}) => actions.includes(value) && !form.hidden);
    if (!field) return;
    event.preventDefault();
    field.form.requestSubmit();
  });

  // A menu closes when something else is pressed.
  document.addEventListener('click', ({target}) => {
    for (const menu of all('.menu[open]', page)) if (!menu.contains(target)) menu.open = false;
  });

  byId('small')?.addEventListener('click', (event) => {
    if (open(event.target.href, 'standup-small', 'popup,width=340,height=500')) event.preventDefault();
  });
  for (const element of all('[data-scripted]', page)) element.hidden = false;
  if (fold) showFold();

  // A browser vibrates for nobody who has not touched the page.
  function vibrate() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  }

  // Sound, and a screen that stays on

  const button = byId('sound');
  let audio = null;
  function setSound(isOn) {
    button.setAttribute('aria-pressed', isOn);
    localStorage.sound = isOn ? 'on' : '';
    if (isOn) (audio ??= new AudioContext()).resume();
    else audio?.suspend();
  }

  function ding() {
    if (audio?.state !== 'running') return;
    for (const [delay, frequency] of [[0, 660], [0.18, 880]]) {
      const [tone, volume] = [new OscillatorNode(audio, {frequency}), new GainNode(audio)];
      const start = audio.currentTime + delay;
      volume.gain.setValueAtTime(0.25, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.7);
    }
  }

  if (button) {
    button.hidden = false;
    button.addEventListener('click', () => setSound(button.getAttribute('aria-pressed') !== 'true'));
    // A browser plays nothing before the first touch.
    const isWanted = localStorage.sound === 'on';
    button.setAttribute('aria-pressed', isWanted);
    document.addEventListener('click', (event) => {
      if (isWanted && event.target !== button) setSound(true);
    }, {once: true});
  }

  function wake() {
    if (document.hidden) return;
    if (state.meeting) navigator.wakeLock?.request('screen').catch(() => {});
    if (isLost && !source) lead(true);
    tick();
  }
  document.addEventListener('visibilitychange', wake);
  wake();
}

// A past meeting

function play(player) {
  const lines = all('.transcript [data-start]');
  let heard = null;
  let words = [];

  // -1 before the first.
  const lastPassed = (times, now) => times.findLastIndex((time) => time <= now);
  const starts = lines.map(({dataset}) => Number(dataset.start));
  const wordsOf = (line) => line?.dataset.words && line.querySelector('.words');

  function mark(line) {
    if (line === heard) return;
    heard?.classList.remove('heard');
    if (words.length) wordsOf(heard).textContent = wordsOf(heard).textContent.trimEnd();
    heard = line;
    const text = wordsOf(line);
    words = text ? text.textContent.split(' ').map((part) => {
      const word = document.createElement('span');
      word.append(part);
      return word;
    }) : [];
    text?.replaceChildren(...words.flatMap((word) => [word, ' ']));
    if (!line) return;
    line.classList.add('heard');
    const {top, bottom} = line.getBoundingClientRect();
    if (!player.paused && (top < 80 || bottom > innerHeight)) line.scrollIntoView({block: 'center'});
  }

  function update() {
    const now = player.currentTime * 1000;
    const line = lines[lastPassed(starts, now)];
    mark(now < line?.dataset.end ? line : null);
    if (words.length) {
      const current = lastPassed(heard.dataset.words.split(' '), now - heard.dataset.start);
      words.forEach((word, index) => word.classList.toggle('word', index === current));
    }
    if (!player.paused) requestAnimationFrame(update);
  }

  // Until it plays, the browser does not load it, and would show a length of 0:00.
  const button = byId('play');
  player.hidden = true;
  button.hidden = false;
  button.addEventListener('click', () => player.play());
  player.addEventListener('play', () => {
    const isFocused = button === document.activeElement;
    player.hidden = false;
    button.hidden = true;
    if (isFocused) player.focus();
  }, {once: true});

  for (const event of ['play', 'seeked']) player.addEventListener(event, update);
  document.querySelector('.transcript')?.addEventListener('click', (event) => {
    const line = event.target.closest('[data-start]');
    if (!line || event.target.closest('a:not(.time), form') || String(getSelection())) return;
    event.preventDefault();
    player.currentTime = line.dataset.start / 1000;
    player.play();
    history.replaceState(null, '', line.querySelector('a.time').href);
  });
}

// The secret is posted once, and leaves the address bar. A link pasted into a tab that is already here loads nothing.
function join(form) {
  addEventListener('hashchange', () => post(form));
  post(form);
}

function post(form) {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, '', location.pathname);
  byId('secret').value = secret;
  form.hidden = true;
  byId('joining').hidden = false;
  form.submit();
}

// Wherever words are typed, Ctrl-Enter sends them.
document.addEventListener('keydown', ({key, ctrlKey, metaKey, target}) => {
  if (key === 'Enter' && (ctrlKey || metaKey) && target.matches('textarea')) target.form.requestSubmit();
});

for (const [id, start] of Object.entries({live: follow, player: play, join})) {
  if (byId(id)) start(byId(id));
}
