use super::*;
use serde_json::json;

#[test]
fn an_event_frame_is_what_its_type_says() {
    let at = DateTime::from_timestamp_millis(1_700_000_000_123).unwrap();
    let publication = Publication {
        topic: "order:A1".into(),
        id: "a\"b".into(),
        event: "order.paid".into(),
        at,
        version: Some(2),
        data: serde_json::value::to_raw_value(&json!({"ชื่อ": "มะนาว"})).unwrap(),
        fence: None,
    };
    let entry = Entry { offset: 9, at: at.timestamp_millis(), tail: event_tail(&publication) };
    let read: ServerFrame = serde_json::from_str(event_frame("order:A1", &entry).unwrap().as_str()).unwrap();
    let meant = ServerFrame::Event {
        topic: "order:A1".into(),
        offset: 9,
        id: "a\"b".into(),
        event: "order.paid".into(),
        at: "2023-11-14T22:13:20.123Z".into(),
        data: json!({"ชื่อ": "มะนาว"}),
    };
    assert_eq!(read, meant);
}

/// The web's types are generated from this: one object per frame, distinguished by `type`, with numbers that JavaScript can hold.
#[test]
fn the_schema_has_every_frame() {
    use utoipa::PartialSchema;
    let names = |schema: serde_json::Value| -> Vec<String> {
        let frames = schema["oneOf"].as_array().unwrap().clone();
        frames.iter().map(|frame| frame["properties"]["type"]["enum"][0].as_str().unwrap().to_owned()).collect()
    };
    let server = serde_json::to_value(ServerFrame::schema()).unwrap();
    assert!(!server.to_string().contains("int64"), "{server}");
    let told = ["event", "signal", "presence", "error", "goodbye"];
    let answers = ["welcome", "ping", "subscribed", "unsubscribed", "renewed", "refreshed"];
    assert_eq!(names(server), [&answers[..], &told[..]].concat());
    assert_eq!(names(serde_json::to_value(ClientFrame::schema()).unwrap()), CLIENT_FRAMES);
}

#[test]
fn a_position_or_a_grant_that_is_none_is_left_out() {
    for offset in ["-1", "1.5", "\"3\"", "18446744073709551616", "1e300", "null", "true", "[1]", "{\"a\":1}"] {
        let text = format!(r#"{{"type":"subscribe","topic":"public:a","epoch":"e","offset":{offset}}}"#);
        let ClientFrame::Subscribe { epoch, offset: None, .. } = serde_json::from_str(&text).unwrap() else {
            panic!("{text}");
        };
        assert_eq!(epoch.as_deref(), Some("e"));
        let text = format!(r#"{{"type":"hello","epoch":"e","offset":{offset}}}"#);
        assert!(matches!(serde_json::from_str(&text), Ok(ClientFrame::Hello { offset: None, .. })), "{text}");
    }
    for grant in ["5", "null", "true", "[]", "{}"] {
        let text = format!(r#"{{"type":"subscribe","topic":"public:a","grant":{grant}}}"#);
        assert!(matches!(serde_json::from_str(&text), Ok(ClientFrame::Subscribe { grant: None, .. })), "{text}");
        let token = format!(r#"{{"type":"hello","token":{grant}}}"#);
        assert_eq!(serde_json::from_str::<ClientFrame>(&token).is_ok(), grant == "null", "{token}");
    }
    for epoch in ["7", "null", "false", "[]", "{}"] {
        for kind in [r#""type":"subscribe","topic":"public:a""#, r#""type":"hello""#] {
            let text = format!(r#"{{{kind},"epoch":{epoch},"offset":4}}"#);
            let (ClientFrame::Subscribe { epoch, offset, .. } | ClientFrame::Hello { epoch, offset, .. }) =
                serde_json::from_str(&text).unwrap()
            else {
                panic!("{text}");
            };
            assert_eq!((epoch, offset), (None, Some(4)), "{text}");
        }
    }
}

#[test]
fn a_frame_of_tomorrow_is_unknown_and_one_that_is_wrong_is_malformed() {
    for (text, expected) in [
        (r#"{"type":"shout"}"#, Unreadable::Unknown { id: None }),
        (r#"{"type":"shout","id":9007199254740991,"more":[{}]}"#, Unreadable::Unknown { id: Some(MAX_ID) }),
        (r#"{"type":"shout","id":9007199254740992}"#, Unreadable::Malformed),
        (r#"{"type":"shout","id":"a"}"#, Unreadable::Malformed),
        (r#"{"type":"unsubscribe","topic":"public:a","id":-1}"#, Unreadable::Malformed),
        (r#"{"type":"subscribe","topic":5}"#, Unreadable::Malformed),
        (r#"{"type":7}"#, Unreadable::Malformed),
        ("{}", Unreadable::Malformed),
        ("{", Unreadable::Malformed),
    ] {
        assert_eq!(ClientFrame::parse(text), Err(expected), "{text}");
    }
}

#[test]
fn what_was_missed_stands_in_subscribed_as_it_would_have_come() {
    let event = |offset: u64| {
        let data = serde_json::value::to_raw_value(&json!({ "n": offset })).unwrap();
        let (topic, id, event, at) = ("public:a".into(), format!("i{offset}"), "e".into(), DateTime::UNIX_EPOCH);
        let publication = Publication { topic, id, event, at, version: None, data, fence: None };
        event_frame("public:a", &Entry { offset, at: 0, tail: event_tail(&publication) }).unwrap()
    };
    let position = Position { epoch: "e1".into(), offset: 3 };
    let joined = Joined { topic: "public:a", id: Some(7), kind: Kind::Log, position: &position, recovered: true };
    for frames in [vec![], vec![event(3)], vec![event(2), event(3)]] {
        let read: ServerFrame = serde_json::from_str(&subscribed_frame(joined, frames.iter())).unwrap();
        let ServerFrame::Subscribed { events, id: Some(7), recovered: true, .. } = read else { panic!("{read:?}") };
        let inside: Vec<ServerFrame> = frames.iter().map(|frame| serde_json::from_str(frame).unwrap()).collect();
        let whole = events.into_iter().map(|event| {
            let TopicEvent { offset, id, event, at, data } = event;
            ServerFrame::Event { topic: "public:a".into(), offset, id, event, at, data }
        });
        assert_eq!(whole.collect::<Vec<_>>(), inside);
    }
}

#[test]
fn frames_look_as_documented() {
    let frame: ClientFrame =
        serde_json::from_str(r#"{"type":"subscribe","topic":"order:1","grant":"g","epoch":"e","offset":4}"#).unwrap();
    let (topic, grant) = ("order:1".to_owned(), Some("g".to_owned()));
    assert_eq!(frame, ClientFrame::Subscribe { id: None, topic, grant, epoch: Some("e".into()), offset: Some(4) });
    assert_eq!(serde_json::from_str::<ClientFrame>(r#"{"type":"pong"}"#).unwrap(), ClientFrame::Pong);
    let goodbye = ServerFrame::Goodbye { reason: "draining".into(), retry_after: 5 };
    assert_eq!(goodbye.encode().as_str(), r#"{"type":"goodbye","reason":"draining","retryAfter":5}"#);
    let error = ServerFrame::Error { code: ErrorCode::GrantExpired, id: Some(3), topic: Some("order:1".into()) };
    assert_eq!(error.encode().as_str(), r#"{"type":"error","code":"grant_expired","id":3,"topic":"order:1"}"#);
    assert_eq!(ServerFrame::Ping.encode().as_str(), r#"{"type":"ping"}"#);
}
