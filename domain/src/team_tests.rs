use proptest::prelude::*;

use super::*;

#[test]
fn names_and_what_is_none() {
    for (text, expected) in [
        ("  Lime   Squad ", Ok("Lime Squad")),
        ("ทีมมะนาว ๑๒", Ok("ทีมมะนาว 12")),
        ("ＬＩＭＥ", Ok("LIME")),
        ("O'Neil & Co.", Ok("O'Neil & Co.")),
        ("A+", Ok("A+")),
        ("名前", Ok("名前")),
        ("น้ำ", Ok("น้ำ")),
        ("Ли\u{200B}м", Ok("Лим")),
        ("", Err(TeamNameRefusal::Missing)),
        (" \u{200B} ", Err(TeamNameRefusal::Missing)),
        ("A", Err(TeamNameRefusal::Name)),
        ("--", Err(TeamNameRefusal::Name)),
        ("..!!", Err(TeamNameRefusal::Name)),
        ("Lime🔥", Err(TeamNameRefusal::Name)),
        ("<b>Lime</b>", Err(TeamNameRefusal::Name)),
        ("=HYPERLINK(\"x\")", Err(TeamNameRefusal::Name)),
        ("somebody@example.com", Err(TeamNameRefusal::Name)),
    ] {
        assert_eq!(name(text).as_deref().map_err(|refusal| *refusal), expected, "{text:?}");
    }
    assert!(name(&"ก".repeat(40)).is_ok());
    assert_eq!(name(&"ก".repeat(41)), Err(TeamNameRefusal::Name));
    assert_eq!(name(&"ก".repeat(100_000)), Err(TeamNameRefusal::Name));
}

#[test]
fn short_names_are_letters_and_digits() {
    for (text, expected) in [
        (" LIME ", Ok("LIME")),
        ("มะนาว", Ok("มะนาว")),
        ("T1", Ok("T1")),
        ("", Err(TeamNameRefusal::Missing)),
        ("T", Err(TeamNameRefusal::ShortName)),
        ("LIMETEA", Err(TeamNameRefusal::ShortName)),
        ("A B", Err(TeamNameRefusal::ShortName)),
        ("+cm", Err(TeamNameRefusal::ShortName)),
    ] {
        assert_eq!(short_name(text).as_deref().map_err(|refusal| *refusal), expected, "{text:?}");
    }
}

#[test]
fn names_that_look_alike_are_one() {
    for (name, others) in [
        (
            "Lime Squad",
            &[
                "lime squad",
                "LIMESQUAD",
                "Lime  Squad",
                "Ｌｉｍｅ Squad",
                "Li\u{200B}me Squad",
                "Lime\u{AD}Squad",
                "Lіme Squad",
                "Iime squad",
                "1ime Squad",
                "Lirne Squad",
                "Lime-Squad",
                "L.i.m.e Squad!",
                "LİME Squad",
                "lıme squad",
                "𝐋𝐢𝐦𝐞 Squad",
                "ʟɪᴍᴇ ꜱquaᴅ",
                "Lime Ѕquаd",
                "Lime Sqυad",
            ][..],
        ),
        // Entirely Cyrillic or Greek
        ("MOCKBA", &["МОСКВА", "москва", "Мoскba"]),
        ("NIKH", &["ΝΙΚΗ", "νικη"]),
        ("nova", &["noνa", "n0va", "ＮＯＶＡ", "NOVΑ"]),
        ("THAI", &["ТНАІ", "tнai"]),
        ("Победа", &["ПОБЕДА", "победа", "По беда"]),
        ("ทีมแมว", &["ทีม แมว", "ทีมเเมว", "ทีม\u{200B}แมว", "ทีม-แมว"]),
        ("น้ำผึ้ง", &["น\u{E4D}\u{E49}าผึ้ง", "น\u{E49}\u{E4D}าผึ้ง", "นํ้าผึ้ง"]),
        ("ขวดแก้ว", &["ฃวดแก้ว"]),
        ("คน", &["ฅน"]),
        ("ที่หนึ่ง", &["ท\u{E48}\u{E35}หนึ่ง"]),
        ("ทีม ๑๒", &["ทีม12", "ทีม１２"]),
        ("Straße", &["STRASSE", "strasse"]),
        // A mark on a Latin letter
        ("Lime", &["Líme", "Lìmé", "LÎME", "lim\u{301}e", "Lïme", "Liṃe"]),
        ("Nova", &["Növa", "Nøva", "Ñova", "NOVÅ"]),
        ("ﬁre", &["fire", "FIRE"]),
    ] {
        for other in others {
            assert_eq!(fold_name(other), fold_name(name), "{other:?} is {name:?}");
        }
    }
}

#[test]
fn names_that_differ_stay_apart() {
    let names = [
        "Lime",
        "Limes",
        "Line",
        "Lame",
        "Nova",
        "Vova",
        "ทีมแมว",
        "ทีมแม่ว",
        "ทีมหมา",
        "Team 1",
        "Team 2",
        "Moon",
        "Noon",
        "Luna",
        "A+",
        "B",
        "เสือ",
        "เสื่อ",
        "Победа",
        "Победы",
        "Мой",
        "Мои",
        "名前",
        "名手",
    ];
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            assert_ne!(fold_name(one), fold_name(other), "{one:?} is not {other:?}");
        }
    }
}

#[test]
fn an_offer_is_answered_by_the_other_side_once() {
    use Answer::{Accept, Cancel, Decline};
    use OfferKind::{Invitation, Request};
    use OfferStatus::{Accepted, Cancelled, Declined, Expired, Pending};
    use Side::{Person, Team};
    let cases = [
        (Invitation, Pending, Person, Accept, Ok(Accepted)),
        (Invitation, Pending, Person, Decline, Ok(Declined)),
        (Invitation, Pending, Team, Cancel, Ok(Cancelled)),
        (Request, Pending, Team, Accept, Ok(Accepted)),
        (Request, Pending, Team, Decline, Ok(Declined)),
        (Request, Pending, Person, Cancel, Ok(Cancelled)),
        // Nobody answers their own offer.
        (Invitation, Pending, Team, Accept, Err(OfferRefusal::OtherSide)),
        (Invitation, Pending, Team, Decline, Err(OfferRefusal::OtherSide)),
        (Invitation, Pending, Person, Cancel, Err(OfferRefusal::OtherSide)),
        (Request, Pending, Person, Accept, Err(OfferRefusal::OtherSide)),
        (Request, Pending, Team, Cancel, Err(OfferRefusal::OtherSide)),
        // Repeating an answer changes nothing.
        (Invitation, Accepted, Person, Accept, Ok(Accepted)),
        (Request, Declined, Team, Decline, Ok(Declined)),
        (Request, Cancelled, Person, Cancel, Ok(Cancelled)),
        // Any other answer comes too late.
        (Invitation, Accepted, Person, Decline, Err(OfferRefusal::Over)),
        (Invitation, Declined, Person, Accept, Err(OfferRefusal::Over)),
        (Invitation, Cancelled, Person, Accept, Err(OfferRefusal::Over)),
        (Invitation, Expired, Person, Accept, Err(OfferRefusal::Over)),
        (Request, Accepted, Person, Cancel, Err(OfferRefusal::Over)),
        (Request, Expired, Team, Decline, Err(OfferRefusal::Over)),
    ];
    for (kind, status, by, answer, expected) in cases {
        assert_eq!(answered(kind, status, by, answer), expected, "{kind} {status} {by:?} {answer:?}");
    }
}

#[test]
fn nobody_is_held_and_no_team_is_left_without_captain() {
    let leaver = |captain, last, plays| leave(Leaver { captain, last, plays });
    assert_eq!(leaver(false, false, false), Leave::AtOnce);
    assert_eq!(leaver(false, false, true), Leave::Ask);
    assert_eq!(leaver(true, false, false), Leave::PromoteFirst);
    assert_eq!(leaver(true, false, true), Leave::PromoteFirst);
    assert_eq!(leaver(true, true, false), Leave::Disband);
    assert_eq!(leaver(true, true, true), Leave::Disband);
}

proptest! {
    #[test]
    fn case_spaces_and_what_is_unseen_never_count(text in "[ก-๎a-zA-Zа-яА-Я0-9 .-]{0,40}") {
        let fold = fold_name(&text);
        prop_assert_eq!(fold_name(&text.to_uppercase()), fold.clone());
        prop_assert_eq!(fold_name(&text.to_lowercase()), fold.clone());
        prop_assert_eq!(fold_name(&text.replace(' ', "\u{200B} - ")), fold);
    }

    #[test]
    fn a_name_is_a_name_again(text in "[ก-๎a-zA-Z .-]{0,44}") {
        if let Ok(once) = name(&text) {
            prop_assert_eq!(name(&once), Ok(once.clone()));
        }
    }
}
