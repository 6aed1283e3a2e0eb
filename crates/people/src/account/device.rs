//! Browsers that a person has logged in with. Each holds its own cookie, so we recognise one never seen with this person, whatever it
//! claims to be and wherever it is. A login from a new one is reported by mail.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::session::Delivery;
use super::sign_in::Origin;
use crate::mail::{self, Block, Kind, Letter, moment};
use crate::pages;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::secret::Secret;

/// How long browsers keep a cookie at most.
pub const KEPT_DAYS: i64 = 400;

/// Records that a session begins in this browser, and mails its person when they have other browsers and this one is new. A person with another
/// open session counts as having others, even if that session is older than these records. Returns the secret that the browser keeps. The very
/// first browser is not reported, since there is nothing to compare it with.
pub async fn seen(change: &mut Change, user_id: i64, session_id: Uuid, origin: &Origin) -> Result<Secret, Problem> {
    let now = change.now();
    let device = origin.device.clone().unwrap_or_else(Secret::random);
    let others = sqlx::query_scalar!(
        r#"select exists (select from people.devices where user_id = $1)
                  or exists (select from people.sessions where user_id = $1 and id <> $2 and ended_at is null and expires_at > $3) as "others!""#,
        user_id,
        session_id,
        now,
    )
    .fetch_one(change.conn())
    .await?;
    let known = sqlx::query!(
        "update people.devices set last_used_at = $3 where user_id = $1 and hash = $2",
        user_id,
        &device.hash()[..],
        now
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if known > 0 {
        return Ok(device);
    }
    // A client without cookies never sends back what it gets here.
    if origin.delivery == Delivery::Cookie || origin.device.is_some() {
        note(change, user_id, &device).await?;
    }
    if others {
        let news = |lang| letter(origin, now, lang);
        mail::tell(change, user_id, Kind::NewDevice, &session_id.to_string(), news).await?;
    }
    Ok(device)
}

async fn note(change: &mut Change, user_id: i64, device: &Secret) -> Result<(), sqlx::Error> {
    let now = change.now();
    sqlx::query!(
        "insert into people.devices (user_id, hash, first_used_at, last_used_at) values ($1, $2, $3, $3) on conflict do nothing",
        user_id,
        &device.hash()[..],
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Deletes browsers that were not used for longer than they keep the cookie.
pub async fn forget(change: &mut Change) -> Result<(), sqlx::Error> {
    let before = change.now() - chrono::Duration::days(KEPT_DAYS);
    sqlx::query!("delete from people.devices where last_used_at < $1", before).execute(change.conn()).await?;
    Ok(())
}

fn letter(origin: &Origin, at: DateTime<Utc>, lang: Lang) -> Letter {
    let unknown = lang.pick("ไม่ทราบ", "Unknown");
    let device = origin.user_agent.as_deref().and_then(name).unwrap_or_else(|| unknown.to_owned());
    let address = origin.address.map_or_else(|| unknown.to_owned(), |address| address.to_string());
    let names = lang.pick(["อุปกรณ์", "ที่อยู่ IP", "เวลา"], ["Device", "IP address", "Time"]);
    let (title, text, advice, button) = match lang {
        Lang::Th => (
            "มีการเข้าสู่ระบบจากอุปกรณ์ใหม่",
            "บัญชี Manao ของคุณเพิ่งเข้าสู่ระบบในเบราว์เซอร์ที่เราไม่เคยเห็นมาก่อน",
            "หากเป็นคุณ ไม่ต้องทำอะไร หากไม่ใช่ ให้นำอุปกรณ์นั้นออกจากระบบ แล้วติดต่อทีมงาน",
            "ดูอุปกรณ์ที่เข้าสู่ระบบ",
        ),
        Lang::En => (
            "New device logged in",
            "Someone just logged in to your Manao account from a browser we have not seen before.",
            "If this was you, you can ignore this e-mail. If not, log that device out and contact us.",
            "See where you are logged in",
        ),
    };
    let rows = [device, address, moment(at, lang)];
    Letter {
        subject: title.to_owned(),
        title: title.to_owned(),
        blocks: vec![
            Block::Text(text.to_owned()),
            Block::Rows(names.iter().map(|name| (*name).to_owned()).zip(rows).collect()),
            Block::Text(advice.to_owned()),
            Block::Button(button.to_owned(), pages::DASHBOARD.address([])),
        ],
    }
}

/// Markers of browsers, most specific first, because browsers also claim to be others. The same list as in the web's `ui/device-name.ts`.
const BROWSERS: [(&str, &[&str]); 7] = [
    ("Edge", &["Edg/", "EdgA/"]),
    ("Samsung Internet", &["SamsungBrowser/"]),
    ("LINE", &["Line/"]),
    ("Opera", &["OPR/"]),
    ("Firefox", &["Firefox/", "FxiOS/"]),
    ("Chrome", &["Chrome/", "CriOS/"]),
    ("Safari", &["Safari/"]),
];
const SYSTEMS: [(&str, &[&str]); 6] = [
    ("iPhone", &["iPhone"]),
    ("iPad", &["iPad"]),
    ("Android", &["Android"]),
    ("Windows", &["Windows"]),
    ("macOS", &["Mac OS X"]),
    ("Linux", &["Linux"]),
];

/// Returns a name such as `Chrome · Android` from the user agent; never its raw text, because this goes into a mail.
pub fn name(user_agent: &str) -> Option<String> {
    let first = |table: &[(&'static str, &[&str])]| {
        table.iter().find(|(_, marks)| marks.iter().any(|mark| user_agent.contains(mark))).map(|(name, _)| *name)
    };
    let parts: Vec<&str> = [first(&BROWSERS), first(&SYSTEMS)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_browser_is_called_by_its_name_and_system() {
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36",
                Some("Chrome · Android"),
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0", Some("Edge · Windows")),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
                Some("Safari · iPhone"),
            ),
            ("<script>alert(1)</script>", None),
            ("", None),
        ] {
            assert_eq!(name(user_agent).as_deref(), expected, "{user_agent}");
        }
    }
}
