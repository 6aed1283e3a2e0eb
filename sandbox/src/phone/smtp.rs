//! Takes mail, as much of SMTP (RFC 5321) as senders need, and shows it on the phone.

use std::{sync::Arc, time::Duration};

use chrono::{SubsecRound, Utc};
use mail_parser::MessageParser;
use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::Semaphore,
};

use super::model::{Kind, Message, first_code};
use crate::{
    app::Shared,
    faults::{self, Subject},
    ids,
};

const LONGEST_LINE: u64 = 64 * 1024;
const LARGEST_MAIL: usize = 10 * 1024 * 1024;
const CALLERS: usize = 64;
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves callers; never returns.
pub async fn serve(app: Shared, listener: TcpListener) {
    let places = Arc::new(Semaphore::new(CALLERS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                let app = app.clone();
                tokio::spawn(async move {
                    let (read, write) = stream.into_split();
                    if let Err(error) = talk(&app, BufReader::new(read), write).await {
                        tracing::debug!(%error, "a mail caller went away");
                    }
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a mail caller");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Handles one conversation.
async fn talk(app: &Shared, mut read: impl AsyncBufRead + Unpin, mut write: impl AsyncWrite + Unpin) -> std::io::Result<()> {
    say(&mut write, "220 sandbox ESMTP").await?;
    let mut from: Option<String> = None;
    let mut to: Vec<String> = Vec::new();
    while let Some(line) = line(&mut read).await? {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let verb = text.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => {
                let answer =
                    format!("250-sandbox\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE {LARGEST_MAIL}");
                say(&mut write, &answer).await?;
            }
            "HELO" | "NOOP" => say(&mut write, "250 sandbox").await?,
            "RSET" => {
                (from, to) = (None, Vec::new());
                say(&mut write, "250 forgotten").await?;
            }
            "AUTH" => login(&text, &mut read, &mut write).await?,
            "MAIL" => {
                from = Some(mailbox(&text));
                to.clear();
                say(&mut write, "250 go on").await?;
            }
            "RCPT" if from.is_none() => say(&mut write, "503 MAIL first").await?,
            "RCPT" if to.len() >= 100 => say(&mut write, "452 too many recipients").await?,
            "RCPT" => {
                to.push(mailbox(&text));
                say(&mut write, "250 go on").await?;
            }
            "DATA" if to.is_empty() => say(&mut write, "503 RCPT first").await?,
            "DATA" => {
                say(&mut write, "354 end with a dot").await?;
                let answer = match data(&mut read).await? {
                    None => "552 too large",
                    Some(_) if fault(app, faults::Kind::MailDown) => "451 try again later",
                    Some(_) if fault(app, faults::Kind::MailRefuse) => "550 no such mailbox",
                    Some(mail) => {
                        keep(app, from.take().unwrap_or_default(), &to, &mail).await;
                        "250 taken"
                    }
                };
                (from, to) = (None, Vec::new());
                say(&mut write, answer).await?;
            }
            "QUIT" => return say(&mut write, "221 bye").await,
            _ => say(&mut write, "502 not known").await?,
        }
    }
    Ok(())
}

fn fault(app: &Shared, kind: faults::Kind) -> bool {
    faults::hit(app, kind, &Subject::default()).is_some()
}

/// Accepts any name and password.
async fn login(text: &str, read: &mut (impl AsyncBufRead + Unpin), write: &mut (impl AsyncWrite + Unpin)) -> std::io::Result<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let questions = match (words.get(1).map(|method| method.to_ascii_uppercase()), words.len()) {
        (Some(method), 2) if method == "LOGIN" => 2,
        (Some(_), 2) => 1,
        (Some(method), _) if method == "LOGIN" => 1,
        _ => 0,
    };
    for _ in 0..questions {
        // "Username:" and "Password:" in base64; PLAIN ignores the text.
        say(write, "334 VXNlcm5hbWU6").await?;
        line(read).await?;
    }
    say(write, "235 welcome").await
}

async fn say(write: &mut (impl AsyncWrite + Unpin), text: &str) -> std::io::Result<()> {
    write.write_all(format!("{text}\r\n").as_bytes()).await?;
    write.flush().await
}

/// Reads one line without its end; None when the caller is gone.
async fn line(read: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut limited = read.take(LONGEST_LINE);
    let wait = limited.read_until(b'\n', &mut line);
    let count = tokio::time::timeout(PATIENCE, wait).await.map_err(|_| std::io::Error::from(std::io::ErrorKind::TimedOut))??;
    if count == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        return Err(std::io::ErrorKind::InvalidData.into());
    }
    while line.last().is_some_and(|byte| *byte == b'\n' || *byte == b'\r') {
        line.pop();
    }
    Ok(Some(line))
}

/// Reads the mail up to the lone dot; None when it is too large.
async fn data(read: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut mail = Vec::new();
    let mut fits = true;
    loop {
        let Some(line) = line(read).await? else {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        };
        if line == b"." {
            return Ok(fits.then_some(mail));
        }
        fits &= mail.len() + line.len() < LARGEST_MAIL;
        if fits {
            // A doubled dot at a line's beginning stands for one.
            let dotted = usize::from(line.starts_with(b"."));
            mail.extend_from_slice(&line[dotted..]);
            mail.extend_from_slice(b"\r\n");
        }
    }
}

/// Parses the address: `MAIL FROM:<a@b> SIZE=1` → `a@b`.
fn mailbox(text: &str) -> String {
    let rest = text.split_once(':').map_or("", |(_, rest)| rest.trim());
    let inside = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(inside, _)| inside);
    inside.unwrap_or(rest).to_owned()
}

async fn keep(app: &Shared, envelope_from: String, to: &[String], raw: &[u8]) {
    let parsed = MessageParser::default().parse(raw);
    let from = parsed
        .as_ref()
        .and_then(|mail| mail.from())
        .and_then(|from| from.first())
        .map(|from| match (from.name(), from.address()) {
            (Some(name), Some(address)) => format!("{name} <{address}>"),
            (_, address) => address.unwrap_or_default().to_owned(),
        })
        .unwrap_or(envelope_from);
    let subject = parsed.as_ref().and_then(|mail| mail.subject()).map(str::to_owned);
    let text = parsed.as_ref().and_then(|mail| mail.body_text(0)).map(|text| text.trim().to_owned());
    let text = text.unwrap_or_else(|| String::from_utf8_lossy(raw).into_owned());
    // An HTML body that the parser made from text is not the sender's.
    let html = parsed
        .as_ref()
        .filter(|mail| mail.html_bodies().any(|part| part.is_text_html()))
        .and_then(|mail| mail.body_html(0))
        .map(|html| html.into_owned());
    let unsubscribe = parsed.as_ref().and_then(|mail| mail.header_raw("List-Unsubscribe")).map(|header| {
        let folded: String = header.split_whitespace().collect();
        folded.trim_matches(['<', '>']).to_owned()
    });
    let at = Utc::now().trunc_subsecs(3);
    let messages: Vec<Message> = to
        .iter()
        .map(|to| Message {
            id: ids::with("msg_"),
            kind: Kind::Email,
            to: to.clone(),
            from: from.clone(),
            subject: subject.clone(),
            code: first_code(&text),
            text: text.clone(),
            html: html.clone(),
            unsubscribe: unsubscribe.clone(),
            at,
        })
        .collect();
    app.store
        .change(|state| {
            for message in messages {
                state.messages.put(message.id.clone(), message);
            }
        })
        .await;
}
