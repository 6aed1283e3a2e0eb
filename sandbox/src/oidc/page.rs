//! The pages that a person sees while logging in.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};

use super::{authorize::Request, people};
use crate::pages::{escape, page};

/// Returns the page that offers the demo people.
pub fn choose(request: &Request) -> String {
    let english = request.ui_locales.as_deref().is_some_and(|locales| locales.starts_with("en"));
    let query: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs(request)).finish();
    let query = escape(&query);
    let hinted = request.login_hint.as_deref().and_then(people::find);
    let mut cards = String::new();
    for person in hinted.iter().filter(|p| p.name.starts_with("load-")).chain(people::all()) {
        let mark = |verified: bool| if verified { "✓" } else { "✗" };
        let email = person.email.as_ref().map_or("—".into(), |(a, v)| format!("{} {}", escape(a), mark(*v)));
        let phone = person.phone.as_ref().map_or("—".into(), |(p, v)| format!("{} {}", escape(p), mark(*v)));
        let focus = if hinted.as_ref().is_some_and(|h| h.name == person.name) { " autofocus" } else { "" };
        cards += &format!(
            r#"<li><button class="person" name="person" value="{name}" data-person="{name}"{focus}>
<span class="initial" style="--hue:{hue}" aria-hidden="true">{initial}</span>
<span><b>{full}</b> <code>{name}</code><br><small>{note}</small><br><small class="dim">{email} · {phone}</small></span></button></li>"#,
            name = escape(&person.name),
            hue = hue(person),
            initial = escape(&initial(person)),
            full = escape(&person.full_name()),
            note = escape(if english { person.note } else { person.note_th }),
        );
    }
    let (title, lead, cancel) = if english {
        ("Sign in", "Choose who you are. Everybody here is invented.", "Cancel")
    } else {
        ("เข้าสู่ระบบ", "เลือกผู้ใช้ที่ต้องการ ทุกคนในหน้านี้เป็นบุคคลสมมติ", "ยกเลิก")
    };
    page(
        title,
        if english { "en" } else { "th" },
        &format!(
            r#"<h1>{title}</h1><p>{lead}</p><form method="post" action="/oidc/authorize">
<input type="hidden" name="request" value="{query}"><ul class="people">{cards}</ul>
<button class="quiet" name="person" value="">{cancel}</button></form>"#
        ),
    )
}

fn pairs(request: &Request) -> Vec<(&'static str, &str)> {
    let mut pairs = vec![
        ("response_type", request.response_type.as_str()),
        ("client_id", &request.client_id),
        ("redirect_uri", &request.redirect_uri),
        ("scope", &request.scope),
        ("code_challenge", &request.code_challenge),
        ("code_challenge_method", &request.code_challenge_method),
    ];
    pairs.extend(request.state.as_deref().map(|state| ("state", state)));
    pairs.extend(request.nonce.as_deref().map(|nonce| ("nonce", nonce)));
    pairs
}

/// Returns the page of a refusal that must not be sent to an unknown address.
pub fn problem(code: &str, text: &str) -> Response {
    let body = format!("<h1>เข้าสู่ระบบไม่ได้ · Cannot sign in</h1><p><code>{}</code></p><p>{}</p>", escape(code), escape(text));
    (StatusCode::BAD_REQUEST, Html(page("Cannot sign in", "th", &body))).into_response()
}

pub fn signed_out() -> String {
    page("Signed out", "th", "<h1>ออกจากระบบแล้ว · Signed out</h1>")
}

/// Returns a colour that follows from the name.
fn hue(person: &people::Person) -> u32 {
    person.name.bytes().fold(7, |hue, byte| (hue * 31 + u32::from(byte)) % 360)
}

/// Returns the first consonant of a Thai name, not a vowel that is written before it.
fn initial(person: &people::Person) -> String {
    person.given.chars().find(|c| !('\u{0e40}'..='\u{0e44}').contains(c)).unwrap_or('?').to_string()
}

/// Draws a face. It has no letters: a picture cannot bring the font for them.
pub fn portrait(person: &people::Person) -> String {
    let hue = hue(person);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="hsl({hue} 45% 26%)"/><path d="M12 100a36 34 0 0 1 72 0z" fill="hsl({hue} 60% 58%)"/><circle cx="48" cy="41" r="19" fill="#f0c9a4"/><path d="M28 41a20 21 0 0 1 40 0c-7-9-14-12-22-11-8 0-14 4-18 11z" fill="hsl({hue} 30% 14%)"/><circle cx="41" cy="44" r="2" fill="#222"/><circle cx="55" cy="44" r="2" fill="#222"/><path d="M41 51q7 5 14 0" fill="none" stroke="#8a4b3a" stroke-width="2" stroke-linecap="round"/></svg>"##
    )
}
