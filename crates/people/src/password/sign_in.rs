//! Logging in with a number or e-mail and a password.
//!
//! Whatever is wrong, the answer and the time it takes are the same. An unknown login, an account without a password and a wrong password each
//! cost one try, one lookup and one hash. A flood costs only what the limits allow: per address, per login and address, and a few hashes at
//! once. A browser that the account knows has a limit of its own, so strangers cannot keep its owner out.

use manao_domain::email;
use manao_domain::msisdn::Msisdn;
use serde_json::json;

use super::change::LONGEST;
use super::hashing::{apart, dummy_hash, is_of};
use super::{codes, failures};
use crate::account::session::{self, OpenedSession};
use crate::account::{KnownDevice, Origin};
use crate::user_log::{self, Kind};
use manao_kernel::access::network;
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Lang, Problem, codes as problems};

/// The login and password that the visitor typed.
pub struct Credentials {
    pub login: String,
    pub password: String,
    pub shown: Option<OtpAnswer>,
}

/// A one-time code, and the reference it was sent with.
pub struct OtpAnswer {
    pub reference: String,
    pub code: String,
}

/// The account whose password was right.
#[derive(Clone)]
pub struct Person {
    pub user_id: i64,
    /// Verified number, as the e-mail is verified
    pub msisdn: Option<String>,
    pub email: Option<String>,
}

/// Logs in with a password and opens a session.
///
/// # Errors
/// `login_name_invalid` for text that is neither number nor e-mail; `password_wrong`; `password_code_required`, and the refusals of a wrong
/// code; 429.
pub async fn sign_in(app: &App, tried: Credentials, origin: &Origin, lang: Lang) -> Result<(i64, OpenedSession), Problem> {
    let login = login_of(&tried.login).ok_or_else(|| Problem::invalid("login", problems::login_name_invalid))?;
    app.limit(limits::PASSWORD_ADDRESS, origin.address.map(network))?;
    let known = KnownDevice::find(app, origin.device.as_ref(), &login).await?;
    match &known {
        Some(device) => app.limit(limits::PASSWORD_DEVICE, device.key())?,
        None => app.limit(limits::PASSWORD_LOGIN, format!("{login} {:?}", origin.address.map(network)))?,
    }
    let code_needed = failures::count(app, &login, known.as_ref()).await?;
    let person = person_of(app, &login, tried.password).await?;
    let (mut change, user_id) = match (code_needed, person, tried.shown) {
        (false, None, _) => return Err(problems::password_wrong.into()),
        (false, Some(person), _) => (app.change().await?, person.user_id),
        (true, person, None) => return Err(codes::ask(app, &login, person.as_ref(), origin, lang).await?),
        (true, person, Some(shown)) => {
            let (change, user_id) = codes::confirm(app, &login, &shown).await?;
            // The code went to someone who knew the password then; the password or the account may have changed since.
            if person.is_none_or(|person| person.user_id != user_id) {
                return Err(problems::password_wrong.into());
            }
            (change, user_id)
        }
    };
    failures::forget(&mut change, &login, known.as_ref()).await?;
    let opened = session::open(&mut change, user_id, origin).await?;
    user_log::write(&mut change, user_id, Kind::SignedIn, json!({})).await?;
    change.commit().await?;
    Ok((user_id, opened))
}

/// Normalises a login for lookup and counting.
fn login_of(typed: &str) -> Option<String> {
    if typed.contains('@') {
        return email::parse(typed).ok().map(|address| address.to_lowercase());
    }
    Msisdn::parse(typed).ok().map(|number| number.international().to_owned())
}

/// Returns the account that has verified this login, if this is its password.
async fn person_of(app: &App, login: &str, password: String) -> Result<Option<Person>, Problem> {
    let (address, number) = if login.contains('@') { (Some(login), None) } else { (None, Some(login)) };
    let found = sqlx::query!(
        r#"select u.id, case when u.msisdn_verified_at is not null then u.msisdn end as msisdn,
                  case when u.email_verified_at is not null then u.email::text end as email, p.hash as "hash!"
           from people.users u cross join lateral (select hash from people.passwords where user_id = u.id order by id desc limit 1) p
           where ((u.email = $1::text::citext and u.email_verified_at is not null) or (u.msisdn = $2 and u.msisdn_verified_at is not null))
             and u.user_type <> 'others'"#,
        address,
        number,
    )
    .fetch_optional(&app.db)
    .await?;
    // Anything longer is no valid password and is not hashed; a dummy is hashed instead, for equal time.
    let typed = if password.len() > LONGEST { String::new() } else { password };
    let (hash, person) = match found {
        Some(found) => (Ok(found.hash), Some(Person { user_id: found.id, msisdn: found.msisdn, email: found.email })),
        None => (Err(app.clone()), None),
    };
    let right = apart(app, move || {
        let hash = hash.or_else(|app| dummy_hash(&app))?;
        Ok::<_, Problem>(is_of(&typed, &hash))
    })
    .await??;
    Ok(person.filter(|_| right))
}

#[cfg(test)]
mod tests {
    use super::login_of;

    #[test]
    fn a_login_has_one_spelling() {
        for (typed, login) in [
            ("081-234-5671", Some("66812345671")),
            (" +66 81 234 5671 ", Some("66812345671")),
            ("๐๘๑๒๓๔๕๖๗๑", Some("66812345671")),
            (" Niran@Manao.Example ", Some("niran@manao.example")),
            ("niran", None),
            ("niran@", None),
            ("0212345678", None),
            ("", None),
        ] {
            assert_eq!(login_of(typed).as_deref(), login, "{typed}");
        }
    }
}
