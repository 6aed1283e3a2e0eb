//! Who may make each call, as a table of its own: every rule of the server has a case here, and every case is tried as a
//! visitor, before verification, before the terms, suspended, as another member, as staff, and as the owner of what it names.

mod cases;

use crate::support::{Answer, Client, World};
use cases::{CASES, Case, Theirs, Things};
use manao_api::access::Who;
use manao_api::access::rules::RULES;
use serde_json::{Value, json};

/// Refusals that are about the caller, not about what was asked.
const REFUSALS: &[&str] = &[
    "session_required",
    "session_expired",
    "session_revoked",
    "forbidden",
    "account_suspended",
    "verification_required",
    "terms_required",
    "operator_required",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum As {
    Visitor,
    Unverified,
    Newcomer,
    Suspended,
    Other,
    Staff,
    Owner,
}

/// The refusal that this caller gets, if any.
fn verdict(who: Who, caller: As) -> Option<(u16, &'static str)> {
    match (who, caller) {
        (Who::Public | Who::Anyone, _) => None,
        (_, As::Visitor) => Some((401, "session_required")),
        (Who::Member, _) => None,
        (_, As::Suspended) => Some((403, "account_suspended")),
        (Who::Active, _) => None,
        (Who::Verified, As::Unverified) => Some((403, "verification_required")),
        (Who::Verified, As::Newcomer) => Some((403, "terms_required")),
        (Who::Verified, _) => None,
        (Who::Operator, As::Staff) => None,
        (Who::Operator, _) => Some((403, "operator_required")),
    }
}

#[test]
fn every_rule_has_a_case_and_every_case_a_rule() {
    for (method, path, who) in RULES {
        let cases: Vec<&Case> = CASES.iter().filter(|case| case.method == method.as_str() && case.path == *path).collect();
        assert_eq!(cases.len(), 1, "{method} {path} needs one case in tests/it/access/cases.rs");
        assert_eq!(cases[0].who, *who, "{method} {path}: the table and the rule disagree");
    }
    assert_eq!(CASES.len(), RULES.len(), "a case has no rule any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_calls_what_is_not_theirs() {
    let world = World::shop().await;
    let owner = world.user("owner").await;
    let things = Things::of(&world, &owner).await;
    let callers = [
        (As::Visitor, world.anon()),
        (As::Unverified, world.unverified("unverified").await),
        (As::Newcomer, world.newcomer("newcomer").await),
        (As::Suspended, world.suspended("suspended").await),
        (As::Other, world.user("other").await),
        (As::Staff, world.operator("staff").await),
    ];
    for case in CASES {
        for (caller, client) in &callers {
            let answer = ask(&world, case, &things, client).await;
            let told = format!("{} {} as {caller:?}: {} {}", case.method, case.path, answer.status, answer.body);
            let code = answer.body["code"].as_str().unwrap_or_default();
            match (verdict(case.who, *caller), &case.theirs) {
                (Some(refusal), _) => assert_eq!((answer.status.as_u16(), code), refusal, "{told}"),
                (None, Theirs::ForStaffToo(_, refusal)) if *caller == As::Staff => assert_ne!(code, *refusal, "{told}"),
                (None, Theirs::Refused(status, refusal) | Theirs::ForStaffToo(status, refusal)) => {
                    assert_eq!((answer.status.as_u16(), code), (*status, *refusal), "{told}");
                }
                (None, _) => assert!(!REFUSALS.contains(&code), "{told}"),
            }
            let text = answer.body.to_string();
            for secret in &things.secrets {
                assert!(!text.contains(secret.as_str()), "what is the owner's shows: {told}");
            }
        }
    }
    things.are_untouched(&world).await;

    for case in CASES {
        let answer = ask(&world, case, &things, &owner).await;
        let told = format!("{} {} as the owner: {} {}", case.method, case.path, answer.status, answer.body);
        let code = answer.body["code"].as_str().unwrap_or_default();
        match (verdict(case.who, As::Owner), &case.theirs) {
            (Some(refusal), _) => assert_eq!((answer.status.as_u16(), code), refusal, "{told}"),
            (None, Theirs::Refused(_, refusal) | Theirs::ForStaffToo(_, refusal)) => {
                assert!(code != *refusal && !REFUSALS.contains(&code), "{told}")
            }
            (None, _) => assert!(!REFUSALS.contains(&code), "{told}"),
        }
        // What is somebody's own, or carries a token, is kept by no cache on its way.
        let kept = answer.headers.get("cache-control").and_then(|said| said.to_str().ok()).unwrap_or_default();
        assert!(case.who == Who::Public || kept.contains("no-store"), "{told}: {kept:?}");
    }
}

/// The case's call in a session of its own: some of them end it.
async fn ask(world: &World, case: &Case, things: &Things, client: &Client) -> Answer {
    let client = if client.token.is_some() { world.session(client.user_id).await } else { client.clone() };
    let method = reqwest::Method::from_bytes(case.method.as_bytes()).unwrap();
    let request = client.request(method, &things.fill(case.path)).header("idempotency-key", uuid::Uuid::new_v4().to_string());
    let body: Value = (case.body)(things);
    Answer::of(if case.method == "GET" { request } else { request.json(&body) }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_request_is_no_way_around() {
    // The guard stands before the body is read: whoever may not call learns nothing of what it wants.
    let world = World::new().await;
    for case in CASES
        .iter()
        .filter(|case| !matches!(case.who, Who::Public | Who::Anyone) && case.method == "POST" && !case.path.contains('{'))
    {
        let request = world.anon().request(reqwest::Method::POST, case.path).body("nonsense");
        Answer::of(request).await.refused(401, "session_required");
        let suspended = world.suspended("suspended").await;
        if verdict(case.who, As::Suspended).is_some() {
            suspended.post(case.path, json!(null)).await.refused(403, "account_suspended");
        }
    }
}
