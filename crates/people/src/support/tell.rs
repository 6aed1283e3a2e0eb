//! How a member hears of an answer: in the inbox and by push at once, by mail a moment later unless they have read it.

use anyhow::Result;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::thread::ThreadRow;
use crate::inbox::{self, Message, SeenMessages, Stream};
use crate::mail::{self, Block, Kind, Letter};
use crate::pages::SUPPORT_THREAD;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::text::Text;

/// Delay of the mail, so that a member who reads along gets none.
const MAILED_AFTER: TimeDelta = TimeDelta::seconds(30);
/// Characters of an answer that the inbox shows.
const SHORT: usize = 200;

fn href(thread_id: i64) -> String {
    SUPPORT_THREAD.address([&thread_id])
}

/// Notifies the member of an answer. Locks their badge, so it must come late in a change.
pub async fn answered(change: &mut Change, thread: &ThreadRow, text: &str) -> Result<(), Problem> {
    let (id, subject) = (thread.id, &thread.subject);
    let body = match text {
        "" => Text::new("ทีมงานส่งรูปให้คุณ", "Our team sent you a picture."),
        text => Text::new(short(text), short(text)),
    };
    let message = Message {
        stream: Stream::Shop,
        kind: "support_answered",
        title: Text::new(format!("ทีมงานตอบแล้ว: {subject}"), format!("Our team has answered: {subject}")),
        body,
        href: Some(href(id)),
        subject: None,
    };
    let options = JobOptions::at(change.now() + MAILED_AFTER).key(format!("support:{id}")).keeping_time();
    change.job(&MailAnswers { thread_id: id }, options).await?;
    inbox::write_each_unless_unread(change, Stream::Shop, &[(thread.user_id, message)]).await
}

/// Notifies the member that somebody else closed the thread.
pub async fn closed(change: &mut Change, thread: &ThreadRow, by_time: bool) -> Result<(), Problem> {
    let subject = &thread.subject;
    let body = match by_time {
        true => Text::new(
            "เราปิดเรื่องนี้ให้อัตโนมัติ เพราะไม่มีข้อความใหม่มาระยะหนึ่ง หากยังต้องการความช่วยเหลือ เริ่มเรื่องใหม่ได้ทุกเมื่อ",
            "We closed it automatically because there were no new messages for a while. If you still need help, start a new one any time.",
        ),
        false => Text::new(
            "ทีมงานปิดเรื่องนี้แล้ว หากยังต้องการความช่วยเหลือ เริ่มเรื่องใหม่ได้ทุกเมื่อ",
            "Our team has closed it. If you still need help, start a new one any time.",
        ),
    };
    let message = Message {
        stream: Stream::Shop,
        kind: "support_closed",
        title: Text::new(format!("ปิดเรื่องแล้ว: {subject}"), format!("Closed: {subject}")),
        body,
        href: Some(href(thread.id)),
        subject: None,
    };
    inbox::write(change, thread.user_id, &message).await
}

/// Marks the inbox messages about the thread as read. Locks the badge, so it must come late in a change.
pub async fn seen(change: &mut Change, thread_id: i64, user_id: i64) -> Result<(), Problem> {
    let href = href(thread_id);
    inbox::read_seen(change, user_id, &SeenMessages { href: Some(&href), until: None, but: None, ids: &[] }).await
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHORT {
        return line;
    }
    let kept: String = line.chars().take(SHORT - 1).collect();
    format!("{}…", kept.trim_end())
}

/// Mails the answers that the member has not read, once.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailAnswers {
    pub thread_id: i64,
}

/// An answer as it is mailed.
struct MailedAnswer {
    seq: i32,
    text: String,
    pictures: i32,
}

impl Job for MailAnswers {
    const NAME: &'static str = "support.mail";

    async fn run(self, app: App) -> Result<()> {
        let mut change = app.change().await?;
        let thread = sqlx::query!(
            "select user_id, subject, greatest(read_seq, mailed_seq) as \"known!\" from people.support_threads where id = $1 for no key update",
            self.thread_id
        )
        .fetch_optional(change.conn())
        .await?;
        let Some(thread) = thread else { return Ok(()) };
        let answers = sqlx::query_as!(
            MailedAnswer,
            r#"select seq, text, cardinality(pictures) as "pictures!" from people.support_messages
               where thread_id = $1 and side = 'staff' and kind = 'text' and seq > $2 order by seq"#,
            self.thread_id,
            thread.known
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = answers.last() else { return Ok(()) };
        sqlx::query!("update people.support_threads set mailed_seq = $2 where id = $1", self.thread_id, last.seq)
            .execute(change.conn())
            .await?;
        let about = format!("{}:{}", self.thread_id, last.seq);
        let letter = |lang| letter(&thread.subject, self.thread_id, &answers, lang);
        mail::tell(&mut change, thread.user_id, Kind::SupportAnswered, &about, letter).await?;
        Ok(change.commit().await?)
    }
}

fn letter(subject: &str, thread_id: i64, answers: &[MailedAnswer], lang: Lang) -> Letter {
    let title = lang.pick(format!("ทีมงานตอบแล้ว: {subject}"), format!("Our team has answered: {subject}"));
    let mut blocks: Vec<Block> = Vec::new();
    for answer in answers {
        // A block is one paragraph.
        let lines = answer.text.lines().map(str::trim).filter(|line| !line.is_empty());
        blocks.extend(lines.map(|line| Block::Text(line.to_owned())));
        if answer.pictures > 0 {
            let count = answer.pictures;
            let en = if count == 1 { "(with 1 picture)".to_owned() } else { format!("(with {count} pictures)") };
            blocks.push(Block::Text(lang.pick(format!("(แนบรูป {count} รูป)"), en)));
        }
    }
    blocks.push(Block::Button(lang.pick("อ่านและตอบกลับ", "Read and reply").to_owned(), href(thread_id)));
    let subject = lang.pick(format!("ทีมงานตอบแล้ว: {subject}"), format!("Re: {subject}"));
    Letter { subject, title, blocks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_holds_each_answer_in_its_lines_and_leads_to_the_thread() {
        let answers = [
            MailedAnswer {
                seq: 2, text: "สวัสดีครับ\n\nส่งให้แล้ว".to_owned(), pictures: 0
            },
            MailedAnswer { seq: 3, text: String::new(), pictures: 2 },
        ];
        let letter = letter("ยังไม่ได้ของ", 1001, &answers, Lang::En);
        let text = |text: &str| Block::Text(text.to_owned());
        let button = Block::Button("Read and reply".to_owned(), "/account/threads/1001".to_owned());
        assert_eq!(letter.blocks, [text("สวัสดีครับ"), text("ส่งให้แล้ว"), text("(with 2 pictures)"), button]);
        assert_eq!((short("a\n b"), short(&"ก".repeat(300)).chars().count()), ("a b".to_owned(), SHORT));
    }
}
