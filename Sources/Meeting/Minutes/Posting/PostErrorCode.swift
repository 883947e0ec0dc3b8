/// The error codes that services document.
///
/// Nothing else of an answer is shown or stored: a server may repeat parts of the address, which is a secret.
enum PostErrorCode {
    /// The code that an answer has, if a service documents it.
    static func known(_ text: String?, of service: PostService) -> String? {
        text.flatMap { codes[service]?.contains($0) == true ? $0 : nil }
    }

    private static let codes: [PostService: Set<String>] = [
        .slack: words(
            """
            access_denied account_inactive action_prohibited channel_is_archived channel_not_found fatal_error
            internal_error invalid_blocks invalid_payload invalid_token message_limit_exceeded
            missing_text_or_fallback_or_attachments msg_too_long no_active_hooks no_service no_service_id no_team no_text
            posting_to_general_channel_denied rate_limited ratelimited rollup_error service_unavailable team_disabled
            token_revoked too_many_attachments user_not_found
            """),
        .mattermost: words(
            """
            web.incoming_webhook.channel.app_error web.incoming_webhook.channel_locked.app_error
            web.incoming_webhook.decode.app_error web.incoming_webhook.disabled.app_error
            web.incoming_webhook.general.app_error web.incoming_webhook.invalid.app_error
            web.incoming_webhook.media_type.app_error web.incoming_webhook.parse.app_error
            web.incoming_webhook.permissions.app_error web.incoming_webhook.split_props_length.app_error
            web.incoming_webhook.text.app_error web.incoming_webhook.text.length.app_error
            web.incoming_webhook.user.app_error
            """),
        .matrix: words(
            """
            M_BAD_JSON M_BAD_STATE M_CONSENT_NOT_GIVEN M_EXCLUSIVE M_FORBIDDEN M_GUEST_ACCESS_FORBIDDEN M_INVALID_PARAM
            M_LIMIT_EXCEEDED M_MISSING_PARAM M_MISSING_TOKEN M_NOT_FOUND M_NOT_JSON M_RESOURCE_LIMIT_EXCEEDED M_TOO_LARGE
            M_UNAUTHORIZED M_UNKNOWN M_UNKNOWN_TOKEN M_UNRECOGNIZED M_USER_DEACTIVATED M_USER_LOCKED M_USER_SUSPENDED
            """),
    ]

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
