// Generated from supabase/schemas by "npm run types". Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      archived_tasks: {
        Row: {
          archived_at: string;
          description: string | null;
          due_date: string | null;
          id: string;
          next_task_id: string | null;
          order: number;
          priority: string;
          recurrence: string | null;
          recurrence_day: number | null;
          recurrence_from: string;
          recurrence_remind_at: string | null;
          recurrence_zone: string | null;
          remind_at: string | null;
          revision: number;
          tags: string[] | null;
          title: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          archived_at?: string;
          description?: string | null;
          due_date?: string | null;
          id: string;
          next_task_id?: string | null;
          order: number;
          priority: string;
          recurrence?: string | null;
          recurrence_day?: number | null;
          recurrence_from?: string;
          recurrence_remind_at?: string | null;
          recurrence_zone?: string | null;
          remind_at?: string | null;
          revision: number;
          tags?: string[] | null;
          title: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          archived_at?: string;
          description?: string | null;
          due_date?: string | null;
          id?: string;
          next_task_id?: string | null;
          order?: number;
          priority?: string;
          recurrence?: string | null;
          recurrence_day?: number | null;
          recurrence_from?: string;
          recurrence_remind_at?: string | null;
          recurrence_zone?: string | null;
          remind_at?: string | null;
          revision?: number;
          tags?: string[] | null;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      awards: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          id: string;
          link: string | null;
          organization: string | null;
          position: number | null;
          revision: number;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          link?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          link?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      calendar_feeds: {
        Row: {
          created_at: string;
          last_read_at: string | null;
          token_hash: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          last_read_at?: string | null;
          token_hash: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          last_read_at?: string | null;
          token_hash?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      certificates: {
        Row: {
          created_at: string;
          date_range: string | null;
          expires_month: string | null;
          id: string;
          link: string | null;
          number: string | null;
          organization: string | null;
          position: number | null;
          revision: number;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          expires_month?: string | null;
          id?: string;
          link?: string | null;
          number?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          expires_month?: string | null;
          id?: string;
          link?: string | null;
          number?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      content_history: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          entry: NonNullable<Json>;
          entry_id: string;
          id: number;
          operation: string;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          entry: NonNullable<Json>;
          entry_id: string;
          id?: never;
          operation: string;
          table_name: string;
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          entry?: NonNullable<Json>;
          entry_id?: string;
          id?: never;
          operation?: string;
          table_name?: string;
        };
        Relationships: [];
      };
      education: {
        Row: {
          area: string | null;
          created_at: string;
          date_range: string | null;
          description: string | null;
          end_month: string | null;
          grade: string | null;
          id: string;
          location: string | null;
          organization: string;
          organization_link: string | null;
          position: number | null;
          revision: number;
          skills: string[] | null;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          area?: string | null;
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          grade?: string | null;
          id?: string;
          location?: string | null;
          organization: string;
          organization_link?: string | null;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          area?: string | null;
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          grade?: string | null;
          id?: string;
          location?: string | null;
          organization?: string;
          organization_link?: string | null;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      experience: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          end_month: string | null;
          id: string;
          location: string | null;
          organization: string;
          organization_link: string | null;
          organization_text: string | null;
          position: number | null;
          revision: number;
          skills: string[] | null;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          id?: string;
          location?: string | null;
          organization: string;
          organization_link?: string | null;
          organization_text?: string | null;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          id?: string;
          location?: string | null;
          organization?: string;
          organization_link?: string | null;
          organization_text?: string | null;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      file_versions: {
        Row: {
          created_at: string;
          file_id: string;
          id: string;
          mimetype: string | null;
          modified_at: string | null;
          replaced_at: string;
          size: number | null;
          storage_object_path: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at: string;
          file_id: string;
          id?: string;
          mimetype?: string | null;
          modified_at?: string | null;
          replaced_at?: string;
          size?: number | null;
          storage_object_path: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          file_id?: string;
          id?: string;
          mimetype?: string | null;
          modified_at?: string | null;
          replaced_at?: string;
          size?: number | null;
          storage_object_path?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "file_versions_file_fkey";
            columns: ["user_id", "file_id"];
            isOneToOne: false;
            referencedRelation: "workspace_files";
            referencedColumns: ["user_id", "id"];
          },
        ];
      };
      interests: {
        Row: {
          created_at: string;
          id: string;
          position: number | null;
          revision: number;
          skills: string[] | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          position?: number | null;
          revision?: number;
          skills?: string[] | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      languages: {
        Row: {
          created_at: string;
          id: string;
          level_text: string | null;
          position: number | null;
          revision: number;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          level_text?: string | null;
          position?: number | null;
          revision?: number;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          level_text?: string | null;
          position?: number | null;
          revision?: number;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      link_clicks: {
        Row: {
          created_at: string;
          id: number;
          kind: string;
          subject: string;
          target: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: never;
          kind: string;
          subject?: string;
          target: string;
        };
        Update: {
          created_at?: string;
          id?: never;
          kind?: string;
          subject?: string;
          target?: string;
        };
        Relationships: [];
      };
      messages: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          message: string;
          name: string;
          replied_at: string | null;
          spam_reason: string | null;
          subject: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          is_read?: boolean;
          message: string;
          name: string;
          replied_at?: string | null;
          spam_reason?: string | null;
          subject: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          is_read?: boolean;
          message?: string;
          name?: string;
          replied_at?: string | null;
          spam_reason?: string | null;
          subject?: string;
        };
        Relationships: [];
      };
      note_files: {
        Row: {
          file_id: string;
          note_id: string;
          unused_since: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          file_id: string;
          note_id: string;
          unused_since?: string | null;
          user_id: string;
        };
        Update: {
          file_id?: string;
          note_id?: string;
          unused_since?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      notice_choices: {
        Row: {
          cause: string;
          enabled: boolean;
        };
        ComputedFields: never;
        Insert: {
          cause: string;
          enabled: boolean;
        };
        Update: {
          cause?: string;
          enabled?: boolean;
        };
        Relationships: [];
      };
      personal_info: {
        Row: {
          key: string;
          revision: number;
          value: string | null;
        };
        ComputedFields: never;
        Insert: {
          key: string;
          revision?: number;
          value?: string | null;
        };
        Update: {
          key?: string;
          revision?: number;
          value?: string | null;
        };
        Relationships: [];
      };
      projects: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          end_month: string | null;
          github_link: string | null;
          id: string;
          image_alt: string | null;
          image_url: string | null;
          live_link: string | null;
          name: string;
          organization: string | null;
          position: number | null;
          revision: number;
          roles: string[] | null;
          stack: string[] | null;
          start_month: string | null;
          type: string | null;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          github_link?: string | null;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          live_link?: string | null;
          name: string;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          roles?: string[] | null;
          stack?: string[] | null;
          start_month?: string | null;
          type?: string | null;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          github_link?: string | null;
          id?: string;
          image_alt?: string | null;
          image_url?: string | null;
          live_link?: string | null;
          name?: string;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          roles?: string[] | null;
          stack?: string[] | null;
          start_month?: string | null;
          type?: string | null;
          visibility?: string;
        };
        Relationships: [];
      };
      publications: {
        Row: {
          authors: string | null;
          created_at: string;
          date_range: string | null;
          description: string | null;
          id: string;
          link: string | null;
          organization: string | null;
          position: number | null;
          revision: number;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          authors?: string | null;
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          link?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          authors?: string | null;
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          link?: string | null;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      push_subscriptions: {
        Row: {
          auth: string;
          created_at: string;
          endpoint: string;
          p256dh: string;
          session_id: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          auth: string;
          created_at?: string;
          endpoint: string;
          p256dh: string;
          session_id: string;
          user_id?: string;
        };
        Update: {
          auth?: string;
          created_at?: string;
          endpoint?: string;
          p256dh?: string;
          session_id?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      recommendations: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          organization: string | null;
          position: number | null;
          revision: number;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          organization?: string | null;
          position?: number | null;
          revision?: number;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      skill_categories: {
        Row: {
          id: string;
          name: string;
          position: number | null;
          revision: number;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          name: string;
          position?: number | null;
          revision?: number;
          visibility?: string;
        };
        Update: {
          id?: string;
          name?: string;
          position?: number | null;
          revision?: number;
          visibility?: string;
        };
        Relationships: [];
      };
      skills: {
        Row: {
          category_id: string | null;
          icon: string | null;
          id: string;
          level: number | null;
          level_text: string | null;
          name: string;
          position: number | null;
          revision: number;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          category_id?: string | null;
          icon?: string | null;
          id?: string;
          level?: number | null;
          level_text?: string | null;
          name: string;
          position?: number | null;
          revision?: number;
          visibility?: string;
        };
        Update: {
          category_id?: string | null;
          icon?: string | null;
          id?: string;
          level?: number | null;
          level_text?: string | null;
          name?: string;
          position?: number | null;
          revision?: number;
          visibility?: string;
        };
        Relationships: [
          {
            foreignKeyName: "skills_category_id_fkey";
            columns: ["category_id"];
            isOneToOne: false;
            referencedRelation: "skill_categories";
            referencedColumns: ["id"];
          },
        ];
      };
      social_links: {
        Row: {
          display_order: number | null;
          icon_key: string | null;
          id: string;
          name: string;
          revision: number;
          url: string;
          username: string | null;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          display_order?: number | null;
          icon_key?: string | null;
          id?: string;
          name: string;
          revision?: number;
          url: string;
          username?: string | null;
          visibility?: string;
        };
        Update: {
          display_order?: number | null;
          icon_key?: string | null;
          id?: string;
          name?: string;
          revision?: number;
          url?: string;
          username?: string | null;
          visibility?: string;
        };
        Relationships: [];
      };
      spam_senders: {
        Row: {
          created_at: string;
          email: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
        };
        Update: {
          created_at?: string;
          email?: string;
        };
        Relationships: [];
      };
      trashed_messages: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          is_spam: boolean;
          message: string;
          name: string;
          replied_at: string | null;
          spam_reason: string | null;
          subject: string;
          trashed_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          is_spam?: boolean;
          message: string;
          name: string;
          replied_at?: string | null;
          spam_reason?: string | null;
          subject: string;
          trashed_at?: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          is_read?: boolean;
          is_spam?: boolean;
          message?: string;
          name?: string;
          replied_at?: string | null;
          spam_reason?: string | null;
          subject?: string;
          trashed_at?: string;
        };
        Relationships: [];
      };
      trashed_notes: {
        Row: {
          color: string;
          content: string;
          excerpt: string | null;
          id: string;
          is_archived: boolean;
          is_cut: boolean | null;
          is_pinned: boolean;
          labels: string[];
          remind_at: string | null;
          revision: number;
          search_text: string | null;
          title: string;
          trashed_at: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          color: string;
          content: string;
          excerpt?: never;
          id: string;
          is_archived: boolean;
          is_cut?: never;
          is_pinned: boolean;
          labels?: string[];
          remind_at?: string | null;
          revision: number;
          search_text?: never;
          title: string;
          trashed_at?: string;
          updated_at: string;
          user_id: string;
        };
        Update: {
          color?: string;
          content?: string;
          excerpt?: never;
          id?: string;
          is_archived?: boolean;
          is_cut?: never;
          is_pinned?: boolean;
          labels?: string[];
          remind_at?: string | null;
          revision?: number;
          search_text?: never;
          title?: string;
          trashed_at?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      visits: {
        Row: {
          created_at: string;
          id: number;
          is_bot: boolean;
          is_first: boolean;
          referrer_host: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: never;
          is_bot?: boolean;
          is_first?: boolean;
          referrer_host?: string | null;
        };
        Update: {
          created_at?: string;
          id?: never;
          is_bot?: boolean;
          is_first?: boolean;
          referrer_host?: string | null;
        };
        Relationships: [];
      };
      volunteering: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          end_month: string | null;
          id: string;
          location: string | null;
          organization: string | null;
          organization_link: string | null;
          position: number | null;
          revision: number;
          start_month: string | null;
          title: string;
          visibility: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          id?: string;
          location?: string | null;
          organization?: string | null;
          organization_link?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title: string;
          visibility?: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          end_month?: string | null;
          id?: string;
          location?: string | null;
          organization?: string | null;
          organization_link?: string | null;
          position?: number | null;
          revision?: number;
          start_month?: string | null;
          title?: string;
          visibility?: string;
        };
        Relationships: [];
      };
      workspace_activity_logs: {
        Row: {
          created_at: string;
          device_info: string | null;
          event_type: string;
          id: string;
          ip_address: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          device_info?: string | null;
          event_type: string;
          id?: string;
          ip_address?: string | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          device_info?: string | null;
          event_type?: string;
          id?: string;
          ip_address?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_files: {
        Row: {
          change_number: number;
          created_at: string;
          id: string;
          is_folder: boolean;
          mimetype: string | null;
          modified_at: string | null;
          name: string;
          parent_id: string | null;
          size: number | null;
          starred_at: string | null;
          storage_object_path: string | null;
          thumbnail_path: string | null;
          trashed_at: string | null;
          trashed_with: string | null;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          change_number?: number;
          created_at?: string;
          id?: string;
          is_folder?: boolean;
          mimetype?: string | null;
          modified_at?: string | null;
          name: string;
          parent_id?: string | null;
          size?: number | null;
          starred_at?: string | null;
          storage_object_path?: string | null;
          thumbnail_path?: string | null;
          trashed_at?: string | null;
          trashed_with?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          change_number?: number;
          created_at?: string;
          id?: string;
          is_folder?: boolean;
          mimetype?: string | null;
          modified_at?: string | null;
          name?: string;
          parent_id?: string | null;
          size?: number | null;
          starred_at?: string | null;
          storage_object_path?: string | null;
          thumbnail_path?: string | null;
          trashed_at?: string | null;
          trashed_with?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workspace_files_parent_fkey";
            columns: ["user_id", "parent_id"];
            isOneToOne: false;
            referencedRelation: "workspace_files";
            referencedColumns: ["user_id", "id"];
          },
        ];
      };
      workspace_notes: {
        Row: {
          change_number: number;
          color: string;
          content: string;
          excerpt: string | null;
          id: string;
          is_archived: boolean;
          is_cut: boolean | null;
          is_pinned: boolean;
          labels: string[];
          remind_at: string | null;
          revision: number;
          search_text: string | null;
          title: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          change_number?: number;
          color?: string;
          content?: string;
          excerpt?: never;
          id?: string;
          is_archived?: boolean;
          is_cut?: never;
          is_pinned?: boolean;
          labels?: string[];
          remind_at?: string | null;
          revision?: number;
          search_text?: never;
          title?: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          change_number?: number;
          color?: string;
          content?: string;
          excerpt?: never;
          id?: string;
          is_archived?: boolean;
          is_cut?: never;
          is_pinned?: boolean;
          labels?: string[];
          remind_at?: string | null;
          revision?: number;
          search_text?: never;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_tasks: {
        Row: {
          change_number: number;
          description: string | null;
          due_date: string | null;
          id: string;
          next_task_id: string | null;
          order: number;
          priority: string;
          recurrence: string | null;
          recurrence_day: number | null;
          recurrence_from: string;
          recurrence_remind_at: string | null;
          recurrence_zone: string | null;
          remind_at: string | null;
          revision: number;
          status: string;
          tags: string[] | null;
          title: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          change_number?: number;
          description?: string | null;
          due_date?: string | null;
          id?: string;
          next_task_id?: string | null;
          order?: number;
          priority?: string;
          recurrence?: string | null;
          recurrence_day?: number | null;
          recurrence_from?: string;
          recurrence_remind_at?: string | null;
          recurrence_zone?: string | null;
          remind_at?: string | null;
          revision?: number;
          status?: string;
          tags?: string[] | null;
          title: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          change_number?: number;
          description?: string | null;
          due_date?: string | null;
          id?: string;
          next_task_id?: string | null;
          order?: number;
          priority?: string;
          recurrence?: string | null;
          recurrence_day?: number | null;
          recurrence_from?: string;
          recurrence_remind_at?: string | null;
          recurrence_zone?: string | null;
          remind_at?: string | null;
          revision?: number;
          status?: string;
          tags?: string[] | null;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_users: {
        Row: {
          email: string;
          updated_at: string;
          user_id: string;
          username: string;
        };
        ComputedFields: never;
        Insert: {
          email: string;
          updated_at?: string;
          user_id: string;
          username: string;
        };
        Update: {
          email?: string;
          updated_at?: string;
          user_id?: string;
          username?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      content_version: {
        Row: {
          version: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      deleted_content: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          entry: NonNullable<Json>;
          entry_id: string;
          id: number;
          operation: string;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          changed_at?: string | null;
          changed_by?: string | null;
          entry?: Json | null;
          entry_id?: string | null;
          id?: number | null;
          operation?: string | null;
          table_name?: string | null;
        };
        Update: {
          changed_at?: string | null;
          changed_by?: string | null;
          entry?: Json | null;
          entry_id?: string | null;
          id?: number | null;
          operation?: string | null;
          table_name?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      answer_reminder: {
        Args: { answer: string; auth: string; endpoint: string; item: string };
        Returns: boolean;
      };
      archive_tasks: { Args: { ids: string[] }; Returns: number };
      begin_transfer: { Args: Record<PropertyKey, never>; Returns: string };
      change_share: { Args: { changes: Json; link: string }; Returns: undefined };
      change_tasks: { Args: { change: Json; change_id: string }; Returns: boolean };
      claim_notice: { Args: Record<PropertyKey, never>; Returns: Json };
      claim_role: { Args: { claimed: string; member: string }; Returns: boolean };
      claim_test_notice: { Args: Record<PropertyKey, never>; Returns: Json };
      clear_due_blobs: { Args: { paths: string[] }; Returns: number };
      clear_sample_content: { Args: Record<PropertyKey, never>; Returns: number };
      count_items: {
        Args: { folders: string[] };
        Returns: {
          folder: string;
          items: number;
        }[];
      };
      count_messages: { Args: { search?: string }; Returns: number };
      count_sample_content: { Args: Record<PropertyKey, never>; Returns: number };
      count_share_try: { Args: { address: string; token: string }; Returns: number };
      create_calendar_feed: { Args: Record<PropertyKey, never>; Returns: string };
      create_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      create_share: {
        Args: {
          allows_download?: boolean;
          days?: number;
          details?: Json;
          file: string;
          max_bytes?: number;
          max_files?: number;
          password?: string;
        };
        Returns: string;
      };
      delete_files: { Args: { ids: string[] }; Returns: number };
      delete_messages: { Args: { ids: string[] }; Returns: number };
      describe_site: { Args: { transfer: string }; Returns: Json };
      drive_usage: {
        Args: Record<PropertyKey, never>;
        Returns: {
          file_limit: number;
          quota: number;
          used: number;
        }[];
      };
      empty_trash: { Args: Record<PropertyKey, never>; Returns: number };
      end_own_sessions: { Args: { password: string; session_id?: string }; Returns: string };
      end_transfer: { Args: { transfer: string }; Returns: undefined };
      export_messages: {
        Args: { cursor_id?: string; cursor_time?: string; max_rows?: number; search?: string };
        Returns: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          message: string;
          name: string;
          replied_at: string | null;
          spam_reason: string | null;
          subject: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "messages";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      extend_upload: { Args: { path: string }; Returns: boolean };
      file_changes: {
        Args: { max_rows?: number; only_folders?: boolean; since: number };
        Returns: Json;
      };
      finish_received: {
        Args: { mimetype: string; pass: string; path: string; token: string };
        Returns: Json;
      };
      get_drive_limits: {
        Args: Record<PropertyKey, never>;
        Returns: {
          file_limit: number;
          quota: number;
        }[];
      };
      get_notion_notes: {
        Args: { source: string };
        Returns: {
          notes: Json;
          synced_at: string;
        }[];
      };
      get_reminder: { Args: { item: string }; Returns: Json };
      get_transfer_part: {
        Args: { part: number; table_name: string; transfer: string };
        Returns: Json;
      };
      grant_role: { Args: { granted: string; member: string }; Returns: undefined };
      hand_over_notice: { Args: { claim: string }; Returns: boolean };
      import_content: { Args: { clear_sample?: boolean; content: Json }; Returns: undefined };
      import_file: { Args: { clear_sample?: boolean; content: Json }; Returns: undefined };
      import_notes: { Args: { notes: Json }; Returns: number };
      last_import: {
        Args: Record<PropertyKey, never>;
        Returns: {
          entries: number;
          id: string;
          imported_at: string;
          is_unchanged: boolean;
        }[];
      };
      list_due_blobs: { Args: Record<PropertyKey, never>; Returns: string[] };
      list_folder: {
        Args: { after_folder?: boolean; after_name?: string; folder?: string; max_rows?: number };
        Returns: Json;
      };
      list_members: {
        Args: Record<PropertyKey, never>;
        Returns: {
          role: string;
          user_id: string;
        }[];
      };
      list_messages: {
        Args: {
          cursor_id?: string;
          cursor_time?: string;
          max_rows?: number;
          newer?: boolean;
          search?: string;
        };
        Returns: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          name: string;
          preview: string;
          replied_at: string;
          subject: string;
        }[];
      };
      list_own_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          id: string;
          is_current: boolean;
          last_used_at: string;
          network: string;
          user_agent: string;
        }[];
      };
      list_own_sign_ins: {
        Args: Record<PropertyKey, never>;
        Returns: {
          attempts: number;
          first_at: string;
          id: number;
          is_current: boolean;
          is_new_network: boolean;
          is_open: boolean;
          last_at: string;
          network: string;
          outcome: string;
          user_agent: string;
        }[];
      };
      list_received: { Args: Record<PropertyKey, never>; Returns: Json };
      list_replaced_files: {
        Args: { transfer: string };
        Returns: {
          bucket: string;
          name: string;
        }[];
      };
      list_sample_content: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          table_name: string;
        }[];
      };
      list_shares: { Args: Record<PropertyKey, never>; Returns: Json };
      list_subtree: {
        Args: { ids: string[] };
        Returns: {
          id: string;
          is_folder: boolean;
          mimetype: string;
          name: string;
          parent_id: string;
          path: string[];
          size: number;
          storage_object_path: string;
          updated_at: string;
        }[];
      };
      list_unused_pictures: { Args: Record<PropertyKey, never>; Returns: string[] };
      live_state: { Args: Record<PropertyKey, never>; Returns: Json };
      mark_found_messages: {
        Args: { as_read: boolean; except_ids?: string[]; search: string; until: string };
        Returns: number;
      };
      mark_found_messages_replied: {
        Args: { as_replied: boolean; except_ids?: string[]; search: string; until: string };
        Returns: number;
      };
      mark_messages: { Args: { as_read: boolean; ids: string[] }; Returns: number };
      mark_messages_replied: { Args: { as_replied: boolean; ids: string[] }; Returns: number };
      mark_spam: {
        Args: { except_ids?: string[]; ids?: string[]; search?: string; until?: string };
        Returns: Json;
      };
      move_files: {
        Args: { folder?: string; ids: string[]; keep_both?: boolean };
        Returns: {
          change_number: number;
          created_at: string;
          id: string;
          is_folder: boolean;
          mimetype: string | null;
          modified_at: string | null;
          name: string;
          parent_id: string | null;
          size: number | null;
          starred_at: string | null;
          storage_object_path: string | null;
          thumbnail_path: string | null;
          trashed_at: string | null;
          trashed_with: string | null;
          updated_at: string;
          user_id: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "workspace_files";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      note_changes: { Args: { max_rows?: number; since: number }; Returns: Json };
      notice_status: { Args: Record<PropertyKey, never>; Returns: Json };
      open_inbox: { Args: { pass: string; password: string; token: string }; Returns: Json };
      open_share: {
        Args: { address?: string; after?: string; pass: string; password: string; token: string };
        Returns: Json;
      };
      own_role: { Args: Record<PropertyKey, never>; Returns: string };
      project_state: { Args: { wanted_rights: Json }; Returns: Json };
      purge_deleted_content: { Args: { entry_id: string; list: string }; Returns: boolean };
      read_calendar_feed: { Args: { token_hash: string }; Returns: Json };
      recovery_codes_left: { Args: Record<PropertyKey, never>; Returns: number };
      register_notice_sender: {
        Args: { function_url?: string; recipient: string; transport: string };
        Returns: undefined;
      };
      register_reminder_sender: { Args: { function_url: string }; Returns: undefined };
      release_notices: { Args: Record<PropertyKey, never>; Returns: undefined };
      release_upload: { Args: { path: string }; Returns: undefined };
      release_versions: { Args: { needed: number }; Returns: number };
      rename_label: { Args: { new_label: string; old_label: string }; Returns: number };
      renew_share: { Args: { link: string }; Returns: string };
      renew_transfer: { Args: { transfer: string }; Returns: undefined };
      replace_site: { Args: { tables: Json; transfer: string }; Returns: undefined };
      reserve_received: {
        Args: { address?: string; files: Json; pass: string; token: string };
        Returns: Json;
      };
      reserve_upload: { Args: { folder?: string; name: string; size: number }; Returns: string };
      reserve_uploads: { Args: { files: Json }; Returns: string[] };
      restore_content_version: {
        Args: { current_revision: number; version: number };
        Returns: boolean;
      };
      restore_deleted_content: { Args: { entry_id: string; list: string }; Returns: boolean };
      restore_files: {
        Args: { ids: string[] };
        Returns: {
          change_number: number;
          created_at: string;
          id: string;
          is_folder: boolean;
          mimetype: string | null;
          modified_at: string | null;
          name: string;
          parent_id: string | null;
          size: number | null;
          starred_at: string | null;
          storage_object_path: string | null;
          thumbnail_path: string | null;
          trashed_at: string | null;
          trashed_with: string | null;
          updated_at: string;
          user_id: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "workspace_files";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      restore_messages: { Args: { ids?: string[]; trashed?: string }; Returns: number };
      restore_notes: {
        Args: { ids: string[] };
        Returns: {
          change_number: number;
          color: string;
          content: string;
          excerpt: string | null;
          id: string;
          is_archived: boolean;
          is_cut: boolean | null;
          is_pinned: boolean;
          labels: string[];
          remind_at: string | null;
          revision: number;
          search_text: string | null;
          title: string;
          updated_at: string;
          user_id: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "workspace_notes";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      restore_tasks: { Args: { ids: string[] }; Returns: number };
      revoke_share: { Args: { link: string }; Returns: boolean };
      save_content_order: { Args: { items: Json; list: string }; Returns: undefined };
      save_notion_notes: { Args: { items: string; source: string }; Returns: undefined };
      save_push_keys: { Args: { private_key: string; public_key: string }; Returns: string };
      save_task_order: { Args: { items: Json }; Returns: undefined };
      save_thumbnails: { Args: { thumbnails: Json }; Returns: string[] };
      search_files: {
        Args: { max_rows?: number; search: string };
        Returns: {
          created_at: string;
          folder_ids: string[];
          folder_names: string[];
          id: string;
          is_folder: boolean;
          mimetype: string;
          name: string;
          parent_id: string;
          size: number;
          starred_at: string;
          storage_object_path: string;
          thumbnail_path: string;
          updated_at: string;
          user_id: string;
        }[];
      };
      search_long_notes: {
        Args: { search: string };
        Returns: {
          id: string;
        }[];
      };
      search_workspace: {
        Args: { max_rows?: number; search: string };
        Returns: {
          id: string;
          item: Json;
          kind: string;
          passage: string;
          place: string;
          title: string;
          updated_at: string;
        }[];
      };
      see_received: { Args: Record<PropertyKey, never>; Returns: undefined };
      session_limits: {
        Args: Record<PropertyKey, never>;
        Returns: {
          idle_days: number;
          total_days: number;
        }[];
      };
      set_drive_limits: { Args: { file_limit: number; quota: number }; Returns: undefined };
      settle_notice: {
        Args: { claim: string; error?: string; outcome: string };
        Returns: undefined;
      };
      share_paths: {
        Args: { files: string[]; pass: string; thumbnails?: boolean; token: string };
        Returns: Json;
      };
      site_analytics: { Args: { days?: number }; Returns: Json };
      snapshot_site: { Args: { transfer: string }; Returns: Json };
      stage_rows: {
        Args: {
          column_names: string[];
          entries: Json;
          part: number;
          table_name: string;
          transfer: string;
        };
        Returns: undefined;
      };
      star_files: { Args: { ids: string[]; starred: boolean }; Returns: number };
      sweep_trashed_notes: { Args: Record<PropertyKey, never>; Returns: number };
      task_changes: { Args: { max_rows?: number; since: number }; Returns: Json };
      trash_files: { Args: { ids: string[] }; Returns: number };
      trash_found_messages: {
        Args: { except_ids?: string[]; search: string; until: string };
        Returns: Json;
      };
      undo_import: { Args: { import: string }; Returns: boolean };
      unmark_spam: { Args: { emails?: string[]; marked?: string }; Returns: number };
      use_recovery_code: { Args: { code: string }; Returns: string };
      visit_statistics: { Args: { time_zone?: string }; Returns: Json };
      was_logged_out: { Args: Record<PropertyKey, never>; Returns: boolean };
      workspace_overview: { Args: Record<PropertyKey, never>; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
